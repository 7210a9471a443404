import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { trackLane, untilReleaseCreated } from '../lanes.ts';

export const trackCreate = defineAction({
  kind: 'track.create',
  payload: z.object({
    /** Chosen on the device, so that a repeated action finds the row that it created. */
    track_id: z.string(),
    title: z.string(),
    artist_name: z.string(),
    genre: z.string(),
    /** In the bucket 'tracks': {userId}/{timestamp}-{random}.mp3 */
    audio_path: z.string(),
    cover_path: z.nullable(z.string()),
    radio_opt_in: z.boolean(),
    rights_confirmed: z.boolean(),
    /** As measured on the device; absent if it could not measure the file, and in uploads of earlier releases. */
    loudness_lufs: z.optional(z.number()),
    true_peak_dbtp: z.optional(z.number()),
    /** What the artist writes about the track (S-57). */
    description: z.optional(z.string()),
    /** The own release that the track belongs to. Until that is out, the track is private (S-61). */
    release_id: z.optional(z.string()),
    /** The id in the release's `places` that the track takes; without one it comes last. */
    release_place: z.optional(z.string()),
  }),
  lane: ({ track_id: track }) => trackLane(track),
  waitsFor: ({ release_id: release }) => (release === undefined ? null : untilReleaseCreated({ release_id: release })),
  overlay(shown, track, { createdAt }) {
    shown.created.set(track.track_id, {
      id: track.track_id,
      rev: 0,
      user_id: shown.userId,
      title: track.title,
      artist_name: track.artist_name,
      genre: track.genre,
      audio_url: track.audio_path,
      cover_url: track.cover_path,
      duration_ms: 0,
      audio_bytes: 0,
      radio_opt_in: track.radio_opt_in,
      is_public: track.release_id === undefined,
      sponsored: false,
      sponsored_at: null,
      counts_rev: 0,
      play_count: 0,
      total_votes: 0,
      average_vote_rating: 0,
      highlighted_until: null,
      hidden_at: null,
      release_id: track.release_id ?? null,
      created_at: new Date(createdAt).toISOString(),
    });
  },
});
