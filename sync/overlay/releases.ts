import type { PendingAction } from '../action-types.ts';
import { releaseArrange, releaseCreate, releaseRemove, releaseUpdate } from '../model/actions/release-changes.ts';
import { trackCreate } from '../model/actions/track-create.ts';
import { trackDelete } from '../model/actions/track-delete.ts';
import { releaseKind, releaseKinds } from '../model/release-kind.ts';
import type { ReleaseRow } from '../model/tables/releases.ts';
import type { OwnReleaseView, ReleasePlaceView } from '../view-types.ts';

/** A release without its tracks' rows. */
export interface OwnRelease extends Omit<OwnReleaseView, 'places'> {
  /** In order. */
  readonly places: readonly Omit<ReleasePlaceView, 'track'>[];
}

interface Mutable extends Omit<OwnRelease, 'kind' | 'isKindChosen' | 'places'> {
  kind: string | null;
  places: string[];
  awaited: Set<string>;
}

/** Whose track it is; null if it is not on this device. */
type OwnerOf = (trackId: string) => string | null;

/**
 * The person's releases with the queued actions applied as the server applies them (SY-1). A release is shown as out only once the server has
 * published it.
 */
export function toReleases(
  userId: string,
  rows: readonly ReleaseRow[],
  pending: readonly Pick<PendingAction, 'kind' | 'payload' | 'createdAt' | 'state'>[],
  ownerOf: OwnerOf,
): readonly OwnRelease[] {
  const shown = new Map(rows.map((row) => [row.id, fromRow(row)]));
  const created = new Set<string>();
  const owner: OwnerOf = (id) => (created.has(id) ? userId : ownerOf(id));
  for (const action of pending) {
    if (action.state.kind === 'dead') continue;
    if (action.kind === 'track.create') created.add(String(action.payload['track_id']));
    apply({ userId, shown, owner }, action);
  }
  return [...shown.values()].map(({ awaited, kind, places, ...release }) => ({
    ...release,
    kind: releaseKind(kind, places.length),
    isKindChosen: releaseKinds.some((known) => known === kind),
    places: places.map((id) => ({ id, isAwaited: awaited.has(id) })),
  }));
}

/** Maximum number of places in one action: the server refuses more. */
const MAX_PLACES = 50;

/**
 * The ids to send in `release.arrange`. A track whose upload is queued is listed twice, by its place id and by its track id: the server may
 * run the action before or after the upload, and ignores ids that it does not know. Returns `places` unchanged if there would be more than
 * `MAX_PLACES` ids.
 */
export function placesToArrange(
  releaseId: string,
  places: readonly string[],
  pending: readonly Pick<PendingAction, 'kind' | 'payload' | 'state'>[],
): string[] {
  const placeOf = new Map<string, string>();
  for (const { kind, payload, state } of pending) {
    if (kind !== 'track.create' || state.kind === 'dead') continue;
    const { success, data } = trackCreate.payload.safeParse(payload);
    if (success && data.release_id === releaseId) placeOf.set(data.track_id, data.release_place ?? data.track_id);
  }
  const both = [...new Set(places.flatMap((id) => [placeOf.get(id) ?? id, id]))];
  return both.length > MAX_PLACES ? [...places] : both;
}

function fromRow(row: ReleaseRow): Mutable {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    artistName: row.artist_name,
    kind: row.kind,
    notes: row.notes,
    publishAt: row.publish_at,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    isPending: false,
    places: [...row.places],
    awaited: new Set(row.awaited),
  };
}

interface Target {
  userId: string;
  shown: Map<string, Mutable>;
  owner: OwnerOf;
}

function apply(
  { userId, shown, owner }: Target,
  { kind, payload, createdAt }: Pick<PendingAction, 'payload' | 'createdAt'> & { kind: string },
): void {
  /** A track belongs to one release. */
  const takeOutOfOthers = (trackId: string, releaseId: string) => {
    for (const other of shown.values()) if (other.id !== releaseId) takeOut(other, trackId);
  };
  const release = shown.get(String(payload['release_id']));
  switch (kind) {
    case 'release.create': {
      const { success, data } = releaseCreate.payload.safeParse(payload);
      if (!success || release) return;
      const places = [...new Set(data.places)].filter((id) => (owner(id) ?? userId) === userId);
      for (const id of places) takeOutOfOthers(id, data.release_id);
      shown.set(data.release_id, {
        id: data.release_id,
        userId,
        title: data.title,
        artistName: data.artist_name,
        kind: data.kind,
        notes: data.notes,
        publishAt: data.publish_at,
        publishedAt: null,
        createdAt: new Date(createdAt).toISOString(),
        isPending: true,
        places,
        awaited: new Set(places.filter((id) => owner(id) === null)),
      });
      return;
    }
    case 'release.update': {
      const { success, data } = releaseUpdate.payload.safeParse(payload);
      if (!success || !release) return;
      const { title, artist_name: artistName, kind: chosen, notes, publish_at: publishAt = release.publishAt } = data;
      // The server refuses another date once the release is out.
      if (release.publishedAt !== null && publishAt !== release.publishAt) return;
      release.isPending = true;
      if (title !== undefined) release.title = title;
      if (artistName !== undefined) release.artistName = artistName;
      if (chosen !== undefined) release.kind = chosen;
      if (notes !== undefined) release.notes = notes;
      release.publishAt = publishAt;
      return;
    }
    case 'release.arrange': {
      const { success, data } = releaseArrange.payload.safeParse(payload);
      if (!success || !release) return;
      const known = new Set(release.places);
      const named = [...new Set(data.places)].filter((id) => known.has(id) || owner(id) === userId);
      for (const id of named) if (!known.has(id)) takeOutOfOthers(id, release.id);
      release.places = [...new Set([...named, ...release.places])];
      release.isPending = true;
      return;
    }
    case 'release.remove': {
      const { success, data } = releaseRemove.payload.safeParse(payload);
      if (success && release) takeOut(release, data.place);
      return;
    }
    case 'release.delete':
      if (release) shown.delete(release.id);
      return;
    case 'track.create': {
      const { success, data } = trackCreate.payload.safeParse(payload);
      if (!success || !release || release.places.includes(data.track_id)) return;
      const { track_id: trackId, release_place: place = trackId } = data;
      // Only an awaited place is taken: no track loses its place to another one.
      const at = release.awaited.has(place) ? release.places.indexOf(place) : -1;
      release.places.splice(at < 0 ? release.places.length : at, at < 0 ? 0 : 1, trackId);
      release.awaited.delete(place);
      return;
    }
    case 'track.delete': {
      const { success, data } = trackDelete.payload.safeParse(payload);
      if (success) for (const each of shown.values()) takeOut(each, data.track_id);
    }
  }
}

function takeOut(release: Mutable, place: string): void {
  if (!release.places.includes(place)) return;
  release.places = release.places.filter((id) => id !== place);
  release.awaited.delete(place);
  release.isPending = true;
}
