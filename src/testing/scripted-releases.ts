import type {
  OwnReleaseView,
  ReleasePlaceView,
  ReleasesApi,
  Scope,
  TrackView,
  UploadApi,
  UploadRecord,
} from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';

export function placeOf(track: TrackView): ReleasePlaceView {
  return { id: track.id, track, isAwaited: false };
}

export function ownRelease(
  id: string,
  places: readonly ReleasePlaceView[],
  change: Partial<OwnReleaseView> = {},
): OwnReleaseView {
  return {
    id,
    userId: 'me',
    title: id,
    artistName: 'Ann',
    kind: 'ep',
    isKindChosen: false,
    notes: '',
    publishAt: null,
    publishedAt: '2027-01-01T12:00:00Z',
    createdAt: '2027-01-01T00:00:00Z',
    isPending: false,
    places,
    ...change,
  };
}

/** Uploads whose records have only these fields. */
export function uploadsOf(records: readonly Pick<UploadRecord, 'release' | 'stage'>[]): UploadApi {
  return { records: createLive(records) } as unknown as UploadApi;
}

/** Releases in memory, whose changes show at once. `calls`: the changes that the page requested. */
export function scriptedReleases(releases: readonly OwnReleaseView[], tracks: readonly TrackView[] = []) {
  const own = createLive(releases);
  const calls: unknown[][] = [];
  const change = (id: string, next: (release: OwnReleaseView) => OwnReleaseView) =>
    own.set(own.get().map((release) => (release.id === id ? next(release) : release)));
  const api: ReleasesApi = {
    own,
    async create(release) {
      calls.push(['create', release]);
    },
    async update(id, { kind, ...changes }) {
      calls.push(['update', id, kind === undefined ? changes : { kind, ...changes }]);
      change(id, (release) => ({ ...release, ...changes, kind: kind ?? release.kind }));
    },
    async arrange(id, places) {
      calls.push(['arrange', id, places]);
      change(id, (release) => {
        const known = new Map([...tracks.map(placeOf), ...release.places].map((place) => [place.id, place]));
        return { ...release, places: places.flatMap((place) => known.get(place) ?? []) };
      });
    },
    async remove(id, place) {
      calls.push(['remove', id, place]);
      change(id, (release) => ({ ...release, places: release.places.filter((each) => each.id !== place) }));
    },
    async delete(id) {
      calls.push(['delete', id]);
      own.set(own.get().filter((release) => release.id !== id));
    },
  };
  const scopeParts: Pick<Scope, 'releases' | 'onAcknowledged'> = {
    releases: async () => api,
    onAcknowledged: () => () => undefined,
  };
  return { api, own, calls, scopeParts };
}
