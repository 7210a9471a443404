import type { Live } from '../answers.ts';
import { newestKey } from '../model/sort-keys.ts';
import type { SharedTrackRow } from '../model/tables/shared-tracks.ts';
import type { MyShare, ProfileView, SharedView, TrackView } from '../view-types.ts';
import { sameFields, sameList, type Derived } from './derived.ts';
import { newestFirst, patchOrdered } from './ordered-list.ts';
import { createRowStore, type RowChange } from './row-store.ts';

/** Maximum number of shares in the community's feed (part 2 §9). */
const FEED_LENGTH = 50;

interface Share {
  sharerId: string;
  trackId: string;
  sharedAt: string;
  isPending: boolean;
}

interface Entry {
  key: string;
  row: SharedTrackRow;
}

export interface SharedInput {
  derived: Derived;
  userId: string | null;
  own(): ReadonlyMap<string, MyShare>;
  track(id: string): TrackView | null;
  profile(id: string): ProfileView | null;
  isHidden(userId: string): boolean;
}

export interface Shared {
  /** @returns the ids of the sharers whose shares changed */
  apply(changes: readonly RowChange[]): Set<string>;
  /** The server's rows, including ended shares. */
  rowsOf(userId: string): readonly SharedTrackRow[];
  /** Newest first. The same id gives the same Live while it has subscribers. */
  of(userId: string): Live<readonly SharedView[]>;
  community: Live<readonly SharedView[]>;
  reset(): void;
}

/** The shares of each person and of the community, with queued actions applied to the person's own (SY-1). */
export function createShared({ derived, userId, own, track, profile, isHidden }: SharedInput): Shared {
  const rows = createRowStore('shared_tracks', ({ user_id: sharer }) => sharer);
  /** Newest first. The feed stops reading once it has enough visible ones. */
  let ordered: readonly Entry[] = [];

  /** Null if the track is private, if the sharer or the artist is hidden, or while the track or the sharer is not loaded. */
  const toView = ({ sharerId, trackId, sharedAt, isPending }: Share): SharedView | null => {
    const view = track(trackId);
    // The signed-in person's own shares are visible even if the artist is hidden.
    if (isHidden(sharerId) || (view && sharerId !== userId && isHidden(view.user_id))) return null;
    const sharer = profile(sharerId);
    return view?.is_public && sharer ? { sharer, track: view, sharedAt, isPending } : null;
  };

  function* ownShares(): Iterable<Share> {
    for (const [trackId, { sharedAt, isPending }] of own())
      if (userId !== null && sharedAt !== null) yield { sharerId: userId, trackId, sharedAt, isPending };
  }
  function* othersShares(shares: Iterable<SharedTrackRow>): Iterable<Share> {
    for (const { user_id: sharerId, track_id: trackId, created_at: sharedAt, is_shared: isShared } of shares)
      if (isShared && sharerId !== userId) yield { sharerId, trackId, sharedAt, isPending: false };
  }
  function* allShares(): Iterable<SharedTrackRow> {
    for (const { row } of ordered) yield row;
  }

  function* visible(shares: Iterable<Share>, count: number): Iterable<SharedView> {
    let remaining = count;
    for (const share of shares) {
      if (remaining === 0) return;
      const view = toView(share);
      if (!view) continue;
      remaining -= 1;
      yield view;
    }
  }

  const inOrder = (views: SharedView[], before: readonly SharedView[], count: number): readonly SharedView[] => {
    const previousByKey = new Map(before.map((view) => [keyOf(view), view]));
    const merged = views.map((view) => sameFields(previousByKey.get(keyOf(view)) ?? view, view));
    return sameList(before, merged.sort(newestShareFirst).slice(0, count));
  };

  const none: readonly SharedView[] = [];
  return {
    apply(changes) {
      const before = new Map(changes.map(({ id }) => [id, rows.get(id)]));
      const sharers = rows.apply(changes);
      const removed = [...before.values()].flatMap(toEntry);
      const added = [...before.keys()].flatMap((id) => toEntry(rows.get(id)));
      ordered = patchOrdered(ordered, removed, added);
      return sharers;
    },
    rowsOf: (sharerId) => rows.group(sharerId),
    of: derived.family(none, (sharerId: string, before) => {
      const shares = sharerId === userId ? ownShares() : othersShares(rows.group(sharerId));
      return inOrder([...visible(shares, Infinity)], before, Infinity);
    }),
    community: derived.single(none, (before) =>
      inOrder(
        [...visible(ownShares(), Infinity), ...visible(othersShares(allShares()), FEED_LENGTH)],
        before,
        FEED_LENGTH,
      ),
    ),
    reset() {
      rows.reset();
      ordered = [];
    },
  };
}

const keyOf = ({ sharer, track }: SharedView) => `${sharer.id} ${track.id}`;

const newestShareFirst = newestFirst<SharedView>(({ sharedAt }) => sharedAt, keyOf);

function toEntry(row: SharedTrackRow | null): Entry[] {
  return row ? [{ key: newestKey(row) + row.id, row }] : [];
}
