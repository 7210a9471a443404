import type { MyShare, MyVote } from '../view-types.ts';
import type { OutboxRecord } from '../core/records.ts';
import { shareChange, trackCreate, trackDelete, trackUpdate, voteCast } from '../model/actions.ts';
import type { SharedTrackRow, TrackRow, TrackVoteRow } from '../model/rows.ts';
import { SHARE_PRICE, VOTE_PRICE } from '../model/rules.ts';
import { payloadsOf } from './payloads.ts';

/** What waits on this device for tracks, and the person's own rows about them. */
export interface TrackMarks {
  playedToday: ReadonlySet<string>;
  votes: ReadonlyMap<string, MyVote>;
  shares: ReadonlyMap<string, MyShare>;
  edits: ReadonlyMap<string, Partial<Pick<TrackRow, 'title' | 'is_public'>>>;
  /** Deleted here; the server has not confirmed it. */
  removed: ReadonlySet<string>;
}

export const noMarks: TrackMarks = {
  playedToday: new Set(),
  votes: new Map(),
  shares: new Map(),
  edits: new Map(),
  removed: new Set(),
};

/** The tracks that some mark speaks of. */
export function markedIds(marks: TrackMarks): Set<string> {
  return new Set([
    ...marks.playedToday,
    ...marks.votes.keys(),
    ...marks.shares.keys(),
    ...marks.edits.keys(),
    ...marks.removed,
  ]);
}

/** The own votes under those that wait: the newest counts (SY-15). */
export function overlayVotes(rows: readonly TrackVoteRow[], waiting: readonly OutboxRecord[]): Map<string, MyVote> {
  const votes = new Map<string, MyVote>();
  for (const row of rows)
    votes.set(row.track_id, { weight: row.vote_weight, editableUntil: row.editable_until, isPending: false });
  for (const { track_id: track, weight } of payloadsOf(waiting, 'vote.cast', voteCast)) {
    votes.set(track, { weight, editableUntil: votes.get(track)?.editableUntil ?? null, isPending: true });
  }
  return votes;
}

/** The own shares under the changes that wait, in their order. */
export function overlayShares(rows: readonly SharedTrackRow[], waiting: readonly OutboxRecord[]): Map<string, MyShare> {
  const shares = new Map<string, MyShare>();
  for (const row of rows) if (row.is_shared) shares.set(row.track_id, { isShared: true, isPending: false });
  for (const record of waiting) {
    const track = shareOf(record);
    if (track !== null) shares.set(track, { isShared: record.kind === 'share.add', isPending: true });
  }
  return shares;
}

/**
 * ZAPs that waiting votes and shares will cost. What the server has already taken is in the confirmed balance, and the row
 * that came with it keeps it from being counted again (SY-13).
 */
export function pendingSpends(
  votes: readonly TrackVoteRow[],
  shares: readonly SharedTrackRow[],
  waiting: readonly OutboxRecord[],
): number {
  const voted = new Set(votes.map((row) => row.track_id));
  const shared = new Set(shares.flatMap((row) => (row.is_shared ? [row.track_id] : [])));
  let zaps = 0;
  for (const { track_id: track } of payloadsOf(waiting, 'vote.cast', voteCast)) {
    if (!voted.has(track)) zaps += VOTE_PRICE;
    voted.add(track);
  }
  for (const record of waiting) {
    const track = shareOf(record);
    if (track === null) continue;
    if (record.kind === 'share.remove') shared.delete(track);
    else if (!shared.has(track)) {
      shared.add(track);
      zaps += SHARE_PRICE;
    }
  }
  return zaps;
}

function shareOf(record: OutboxRecord): string | null {
  if (record.kind !== 'share.add' && record.kind !== 'share.remove') return null;
  const parsed = shareChange.safeParse(record.payload);
  return parsed.success ? parsed.data.track_id : null;
}

/** Edits of own tracks that wait, the later over the earlier. */
export function overlayEdits(waiting: readonly OutboxRecord[]): TrackMarks['edits'] {
  const edits = new Map<string, Partial<Pick<TrackRow, 'title' | 'is_public'>>>();
  for (const { track_id: track, title, is_public } of payloadsOf(waiting, 'track.update', trackUpdate)) {
    edits.set(track, {
      ...edits.get(track),
      ...(title === undefined ? {} : { title }),
      ...(is_public === undefined ? {} : { is_public }),
    });
  }
  return edits;
}

export function overlayRemoved(waiting: readonly OutboxRecord[]): Set<string> {
  return new Set(payloadsOf(waiting, 'track.delete', trackDelete).map((payload) => payload.track_id));
}

/** The tracks this person has created and the server has not confirmed, as rows with no revision yet. */
export function overlayCreatedTracks(userId: string, waiting: readonly OutboxRecord[]): TrackRow[] {
  return waiting.flatMap((record) => {
    if (record.kind !== 'track.create') return [];
    const parsed = trackCreate.safeParse(record.payload);
    if (!parsed.success) return [];
    const { data } = parsed;
    return [
      {
        id: data.track_id,
        rev: 0,
        user_id: userId,
        title: data.title,
        artist_name: data.artist_name,
        genre: data.genre,
        audio_url: data.audio_path,
        cover_url: data.cover_path,
        duration_ms: 0,
        audio_bytes: 0,
        radio_opt_in: data.radio_opt_in,
        is_public: true,
        sponsored: false,
        sponsored_at: null,
        play_count: 0,
        total_votes: 0,
        average_vote_rating: 0,
        highlighted_until: null,
        created_at: new Date(record.created_at).toISOString(),
      },
    ];
  });
}
