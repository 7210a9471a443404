import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { noDependency, releaseLane, trackLane, untilReleaseCreated } from '../lanes.ts';
import { releaseKinds } from '../release-kind.ts';

/** Null: by the number of its tracks. */
const kind = z.nullable(z.enum(releaseKinds));
/** ISO 8601; null: as soon as all its tracks have arrived (S-61). */
const publishAt = z.nullable(z.string());

const lane = ({ release_id: release }: { release_id: string }) => releaseLane(release);
/** `toReleases` applies these actions, and is loaded with the pages that show own releases. */
const change = { lane, waitsFor: untilReleaseCreated } as const;

export const releaseCreate = defineAction({
  kind: 'release.create',
  payload: z.object({
    /** Chosen on the device, so that tracks can name it before the server knows it. */
    release_id: z.string(),
    title: z.string(),
    artist_name: z.string(),
    kind,
    notes: z.string(),
    publish_at: publishAt,
    /** In order: ids of own tracks, and ids that later `track.create` actions name as `release_place`. */
    places: z.array(z.string()),
  }),
  lane,
  waitsFor: noDependency,
});

export const releaseUpdate = defineAction({
  kind: 'release.update',
  payload: z.object({
    release_id: z.string(),
    title: z.optional(z.string()),
    artist_name: z.optional(z.string()),
    kind: z.optional(kind),
    notes: z.optional(z.string()),
    publish_at: z.optional(publishAt),
  }),
  ...change,
});

/** Orders the named places, and puts them before all others. Moves in named own tracks of another release or of none. */
export const releaseArrange = defineAction({
  kind: 'release.arrange',
  payload: z.object({ release_id: z.string(), places: z.array(z.string()) }),
  ...change,
});

/** Takes a place out of the release. Its track is not deleted; if the release is not out, the track stays private. */
export const releaseRemove = defineAction({
  kind: 'release.remove',
  payload: z.object({ release_id: z.string(), place: z.string() }),
  lane,
  // A track that arrives after its place was removed would be added again.
  waitsFor: ({ release_id: release, place }) => ({
    lane: [releaseLane(release), trackLane(place)],
    kinds: ['release.create', 'track.create'],
  }),
});

/** Deletes the release and no track. */
export const releaseDelete = defineAction({
  kind: 'release.delete',
  payload: z.object({ release_id: z.string() }),
  ...change,
});
