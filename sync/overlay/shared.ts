import type { Live } from '../answers.ts';
import type { SharedTrackRow } from '../model/tables/shared-tracks.ts';
import type { MyShare, ProfileView, SharedView, TrackView } from '../view-types.ts';
import { sameList, type Derived } from './derived.ts';
import type { RowStore } from './row-store.ts';

/** The community's feed ends here (part 2 §9). */
const FEED = 50;

interface Share {
  sharerId: string;
  trackId: string;
  sharedAt: string;
  isPending: boolean;
}

export interface SharedInput {
  derived: Derived;
  /** Null for a guest. */
  userId: string | null;
  /** By sharer. */
  rows: RowStore<SharedTrackRow>;
  /** The person's own, under what waits, by track. */
  own(): ReadonlyMap<string, MyShare>;
  track(id: string): TrackView | null;
  profile(id: string): ProfileView | null;
}

export interface Shared {
  /** The newest first. Same id, same Live. */
  of(userId: string): Live<readonly SharedView[]>;
  /** The newest of everybody. */
  community: Live<readonly SharedView[]>;
}

/** The tracks that people show on their profiles and to the community, the own ones under what waits (SY-1). */
export function createShared({ derived, userId, rows, own, track, profile }: SharedInput): Shared {
  /** Null while the track or the person may not be seen, or is not here yet. */
  const toView = ({ sharerId, trackId, sharedAt, isPending }: Share): SharedView | null => {
    const view = track(trackId);
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

  /** The newest that show, as many as `count`: one look at each share, and no sort of all. */
  const newest = (groups: Iterable<Share>[], count: number, before: readonly SharedView[]): readonly SharedView[] => {
    const views: SharedView[] = [];
    for (const group of groups)
      for (const share of group) {
        const last = views.length === count ? views.at(-1) : undefined;
        if (last && share.sharedAt < last.sharedAt) continue;
        const view = toView(share);
        if (!view) continue;
        const at = views.findIndex((other) => comesBefore(view, other));
        views.splice(at === -1 ? views.length : at, 0, view);
        if (views.length > count) views.pop();
      }
    const known = new Map(before.map((view) => [keyOf(view), view]));
    return sameList(
      before,
      views.map((view) => {
        const old = known.get(keyOf(view));
        return old && isSame(old, view) ? old : view;
      }),
    );
  };

  const none: readonly SharedView[] = [];
  return {
    of: derived.family(none, (sharerId: string, before) =>
      newest([sharerId === userId ? ownShares() : othersShares(rows.group(sharerId))], Infinity, before),
    ),
    community: derived.one(none, (before) => newest([ownShares(), othersShares(rows.all())], FEED, before)),
  };
}

const keyOf = ({ sharer, track }: SharedView) => `${sharer.id} ${track.id}`;

function isSame(one: SharedView, other: SharedView): boolean {
  return (
    one.sharer === other.sharer &&
    one.track === other.track &&
    one.sharedAt === other.sharedAt &&
    one.isPending === other.isPending
  );
}

function comesBefore(one: SharedView, other: SharedView): boolean {
  return one.sharedAt === other.sharedAt ? keyOf(one) < keyOf(other) : one.sharedAt > other.sharedAt;
}
