import type { TrackView } from '../../../../sync/client.ts';
import type { HistoryPlay } from '../../../../sync/model/history.ts';
import { PLAY_THRESHOLD_MS } from '../../../../sync/model/rules.ts';
import type { ZapActionRow } from '../../../../sync/model/tables/zap-actions.ts';
import { localDay, localDayBefore } from '../../../platform/local-day.ts';

/** Listening that a month needs for a recap. */
const LEAST_MINUTES = 60;
const MINUTE_MS = 60_000;

/** What a person heard in a month, without any figure of another person. */
export interface Recap {
  /** The local month, as YYYY-MM. */
  month: string;
  minutes: number;
  tracks: number;
  /** Artists other than the person. */
  artists: number;
  /** Tracks of others that were heard for the first time. */
  firstListens: number;
  /** Most days in a row with a play. */
  streakDays: number;
  /** Present tracks, the most played first. */
  mostPlayed: readonly MostPlayed[];
  support: Support | null;
}

export interface MostPlayed {
  track: TrackView;
  plays: number;
}

/** Votes, shares and sponsorships. */
export interface Support {
  zaps: number;
  /** Names of those artists whose tracks are on the device, the most supported first. */
  artists: readonly string[];
}

/** The local month of a moment, as YYYY-MM, so that months sort as text. */
export function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

/** The beginning of a month and of the next, in ms since the epoch. Null if the text names no month. */
export function boundsOf(month: string): { from: number; until: number } | null {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (!year || !number) return null;
  const firstOf = (index: number) => new Date(Number(year), index, 1).getTime();
  return { from: firstOf(Number(number) - 1), until: firstOf(Number(number)) };
}

export interface MonthPlays {
  month: string;
  /** Newest first. */
  plays: readonly HistoryPlay[];
}

/** The months that have ended, newest first. @param plays newest first */
export function endedMonths(plays: readonly HistoryPlay[], now: number): MonthPlays[] {
  const present = monthOf(now);
  const months: { month: string; plays: HistoryPlay[] }[] = [];
  for (const play of plays) {
    const month = monthOf(play.heardAt);
    if (month >= present) continue;
    const last = months.at(-1);
    if (last?.month === month) last.plays.push(play);
    else months.push({ month, plays: [play] });
  }
  return months;
}

/**
 * How long a person listened stays unknown: a play counts with its track's whole length, or, if the track is not on the device, with the
 * least that a play needs (S-10).
 */
export function minutesOf(plays: readonly HistoryPlay[], tracks: ReadonlyMap<string, TrackView>): number {
  const ms = plays.reduce((sum, { trackId }) => sum + (tracks.get(trackId)?.duration_ms || PLAY_THRESHOLD_MS), 0);
  return Math.floor(ms / MINUTE_MS);
}

export interface RecapInput {
  plays: MonthPlays;
  tracks: ReadonlyMap<string, TrackView>;
  userId: string | null;
  support: Support | null;
}

/** Null if the person listened to less than an hour. */
export function recapOf({ plays: { month, plays }, tracks, userId, support }: RecapInput): Recap | null {
  const minutes = minutesOf(plays, tracks);
  if (minutes < LEAST_MINUTES) return null;
  const counts = new Map<string, number>();
  for (const { trackId } of plays) counts.set(trackId, (counts.get(trackId) ?? 0) + 1);
  const heard = [...counts].flatMap(([id, count]) => {
    const track = tracks.get(id);
    return track ? [{ track, plays: count }] : [];
  });
  const isOwn = (trackId: string) => userId !== null && tracks.get(trackId)?.user_id === userId;
  const artists = new Set(heard.map(({ track }) => track.user_id));
  if (userId !== null) artists.delete(userId);
  return {
    month,
    minutes,
    tracks: counts.size,
    artists: artists.size,
    firstListens: plays.filter(({ isFirst, trackId }) => isFirst && !isOwn(trackId)).length,
    streakDays: longestStreak(plays),
    mostPlayed: heard.sort((a, b) => b.plays - a.plays || byTitle(a.track, b.track)),
    support,
  };
}

const byTitle = (a: TrackView, b: TrackView) => (a.title < b.title ? -1 : 1);

function longestStreak(plays: readonly HistoryPlay[]): number {
  let longest = 0;
  let days = 0;
  /** The day before the last counted day: the plays are newest first. */
  let expected = '';
  let previous = '';
  for (const { heardAt } of plays) {
    const day = localDay(heardAt);
    if (day === previous) continue;
    days = day === expected ? days + 1 : 1;
    longest = Math.max(longest, days);
    previous = day;
    expected = localDayBefore(heardAt);
  }
  return longest;
}

/** Types of ledger lines that support an artist. A refund has a positive value, the others a negative one. */
const SUPPORTS = new Set(['vote', 'share', 'sponsor', 'sponsor_refund']);

/** The track that a line of the ledger supports; null for other lines. */
export function supportedTrack({ action_type: type, metadata }: ZapActionRow): string | null {
  const id = metadata['track_id'];
  return SUPPORTS.has(type) && typeof id === 'string' ? id : null;
}

/** Null without support. @param lines those of the month */
export function supportOf(
  lines: readonly ZapActionRow[],
  tracks: ReadonlyMap<string, TrackView>,
  userId: string | null,
): Support | null {
  const spent = new Map<string, { name: string; zaps: number }>();
  let zaps = 0;
  for (const line of lines) {
    const id = supportedTrack(line);
    if (id === null) continue;
    const track = tracks.get(id);
    // A sponsorship of one's own track supports nobody else.
    if (track && track.user_id === userId) continue;
    zaps -= line.zap_value;
    if (!track) continue;
    const before = spent.get(track.user_id)?.zaps ?? 0;
    spent.set(track.user_id, { name: track.artist_name, zaps: before - line.zap_value });
  }
  if (zaps <= 0) return null;
  const artists = [...spent.values()].filter((artist) => artist.zaps > 0).sort((a, b) => b.zaps - a.zaps);
  return { zaps, artists: artists.flatMap(({ name }) => (name === '' ? [] : [name])) };
}
