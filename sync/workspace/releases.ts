import type { ReleasesApi, Scope } from '../api.ts';
import type { PendingAction } from '../action-types.ts';
import type { RowOf } from '../model/tables.ts';
import { sameFields, sameList } from '../overlay/derived.ts';
import { newestFirst as newest } from '../overlay/ordered-list.ts';
import { placesToArrange, toReleases, type OwnRelease } from '../overlay/releases.ts';
import type { OwnReleaseView, ReleasePlaceView } from '../view-types.ts';
import { followRows, type RowSource } from './follow-rows.ts';
import type { Views } from './views.ts';

export interface ReleasesInput extends RowSource {
  userId: string | null;
  views: Pick<Views, 'derived' | 'pending' | 'catalogue' | 'isFilled'>;
  enqueue: Scope['enqueue'];
}

/** Reads the person's releases, and follows their changes until the scope closes. Resolves once they have been read; rejects if they cannot be read. */
export async function openReleases({ userId, database, views, enqueue, onClose }: ReleasesInput): Promise<ReleasesApi> {
  const { derived, catalogue } = views;
  let rows: readonly RowOf<'releases'>[] = [];

  const toView = (release: OwnRelease, before: OwnReleaseView | undefined): OwnReleaseView => {
    const previous = new Map(before?.places.map((place) => [place.id, place]));
    const places = release.places.map((place): ReleasePlaceView => {
      const view = { ...place, track: catalogue.get(place.id) };
      return sameFields(previous.get(place.id) ?? view, view);
    });
    const view: OwnReleaseView = { ...release, places: sameList(before?.places ?? [], places) };
    return sameFields(before ?? view, view);
  };
  const own = derived.single<readonly OwnReleaseView[]>([], (before) => {
    if (userId === null) return before;
    const previous = new Map(before.map((view) => [view.id, view]));
    const ownerOf = (id: string) => catalogue.get(id)?.user_id ?? null;
    const releases = toReleases(userId, rows, views.pending.get().filter(isOfRelease), ownerOf);
    return sameList(before, releases.map((each) => toView(each, previous.get(each.id))).sort(newestFirst));
  });

  await followRows({ database, views, onClose }, 'releases', (next) => {
    rows = next;
    derived.changed();
  });

  return {
    own,
    async create({ id, title, artistName, kind, notes, publishAt, places }) {
      await enqueue('release.create', {
        release_id: id,
        title,
        artist_name: artistName,
        kind,
        notes,
        publish_at: publishAt,
        places: [...places],
      });
    },
    async update(id, { title, artistName, kind, notes, publishAt }) {
      await enqueue('release.update', {
        release_id: id,
        ...(title !== undefined && { title }),
        ...(artistName !== undefined && { artist_name: artistName }),
        ...(kind !== undefined && { kind }),
        ...(notes !== undefined && { notes }),
        ...(publishAt !== undefined && { publish_at: publishAt }),
      });
    },
    async arrange(id, places) {
      await enqueue('release.arrange', { release_id: id, places: placesToArrange(id, places, views.pending.get()) });
    },
    async remove(id, place) {
      await enqueue('release.remove', { release_id: id, place });
    },
    async delete(id) {
      await enqueue('release.delete', { release_id: id });
    },
  };
}

const newestFirst = newest<OwnReleaseView>(
  ({ createdAt }) => createdAt,
  ({ id }) => id,
);

const changesRelease: ReadonlySet<string> = new Set(['track.create', 'track.delete']);
const isOfRelease = ({ kind }: PendingAction) => kind.startsWith('release.') || changesRelease.has(kind);
