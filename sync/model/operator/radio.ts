import * as z from 'zod/mini';
import type { RemoteAct } from '../remote-acts.ts';
import type { RemoteRead } from '../remote-reads.ts';
import { MINUTE, done, unanswered } from './shared.ts';

const playingAiring = z.object({
  airing_id: z.string(),
  track_id: z.string(),
  title: z.string(),
  artist_name: z.string(),
  cover_url: z.nullable(z.string()),
  /** Whether an operator has asked to skip this airing. */
  is_skipped: z.boolean(),
});
export type PlayingAiring = z.infer<typeof playingAiring>;

const queuedTrack = z.object({
  track_id: z.string(),
  title: z.string(),
  artist_name: z.string(),
  cover_url: z.nullable(z.string()),
  /** Identifies the sponsorship. Sent back as text, because a Date has no microseconds. */
  sponsored_at: z.string(),
  /** Null if the sponsor is not known or has no name. */
  by: z.nullable(z.string()),
  paid: z.number(),
  has_played: z.boolean(),
  /** ZAPs that the sponsor gets back if the asking operator takes the track off. 0 if it was played, or is sponsored by this operator. */
  refund: z.number(),
});
export type QueuedTrack = z.infer<typeof queuedTrack>;

const stationStop = z.object({
  /** Id of the stop. `startStation` sends it to undo the stop. */
  act_id: z.string(),
  by: z.string(),
  at: z.string(),
  reason: z.string(),
});
export type StationStop = z.infer<typeof stationStop>;

export const operatorRadio = {
  name: 'operator-radio',
  from: { procedure: 'operator_radio', with: {} },
  answer: z.object({
    /** Null unless the station of `npm start` is playing: the server cannot tell any other station to skip. */
    playing: z.nullable(playingAiring),
    /** Null unless an operator has stopped the station. */
    stopped: z.nullable(stationStop),
    /** The sponsored tracks in the order in which they play. */
    queue: z.array(queuedTrack),
  }),
  freshMs: MINUTE / 6,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

/** Skips only the airing that the operator saw. */
export const skipAiring = {
  procedure: 'operator_skip',
  parameters: (request: { airingId: string; reason: string }) => ({
    p_airing_id: request.airingId,
    p_reason: request.reason,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorRadio],
  refused: { title: 'Not skipped', byCode: { already_skipped: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'Not skipped' },
} satisfies RemoteAct<never, unknown>;

export const stopStation = {
  procedure: 'operator_stop_station',
  parameters: (request: { reason: string }) => ({ p_reason: request.reason }),
  keyLifetime: 'none',
  answer: z.extend(done, { act_id: z.string() }),
  invalidates: [operatorRadio],
  refused: { title: 'Not stopped', byCode: { already_stopped: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'Not stopped' },
} satisfies RemoteAct<never, unknown>;

/** Undoes only the stop that the operator saw. */
export const startStation = {
  procedure: 'operator_start_station',
  parameters: (request: { actId: string; reason: string }) => ({ p_act_id: request.actId, p_reason: request.reason }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorRadio],
  refused: { title: 'Not started', byCode: { already_started: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'Not started' },
} satisfies RemoteAct<never, unknown>;

/** Ends only the sponsorship that the operator saw. */
export const takeOffRadio = {
  procedure: 'operator_take_off',
  parameters: (request: { track: Pick<QueuedTrack, 'track_id' | 'sponsored_at'>; reason: string }) => ({
    p_track_id: request.track.track_id,
    p_sponsored_at: request.track.sponsored_at,
    p_reason: request.reason,
  }),
  keyLifetime: 'none',
  answer: z.extend(done, { act_id: z.string(), refund: z.number() }),
  invalidates: [operatorRadio],
  refused: { title: 'Not taken off', byCode: { already_off: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'Not taken off' },
} satisfies RemoteAct<never, unknown>;

export const putBackOnRadio = {
  procedure: 'operator_put_back',
  parameters: (request: { actId: string }) => ({ p_act_id: request.actId }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorRadio],
  refused: { title: 'Not undone', byCode: { already_undone: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'Not undone' },
} satisfies RemoteAct<never, unknown>;
