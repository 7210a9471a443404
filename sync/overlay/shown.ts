import type { BackendConfig } from '../environment.ts';
import { actionOf } from '../model/actions.ts';
import { rulesOf } from '../model/rules.ts';
import type { Shown } from '../model/shown.ts';
import type { RowOf, SmallRows } from '../model/tables.ts';
import { isWaiting, type OutboxRecord } from '../core/records.ts';
import { upcast } from '../outbox/upcast.ts';
import { toBlock, toConnection } from './connections.ts';
import { utcDay } from '../model/utc-day.ts';

export interface ShownInput {
  config: BackendConfig;
  userId: string;
  /** In ms since the epoch. */
  now: number;
  rows: SmallRows;
  profile: RowOf<'user_profiles'> | null;
  shares: readonly RowOf<'shared_tracks'>[];
  records: readonly OutboxRecord[];
  ownerOf(trackId: string): string | null;
}

/** The server's rows with each queued action applied as its kind declares (SY-1). */
export function show(input: ShownInput): Shown {
  const shown = fromRows(input);
  for (const record of input.records) {
    const action = actionOf(record.kind);
    if (!action || !isOverlaid(record)) continue;
    // A payload of another version of the app may not parse.
    const payload = action.payload.safeParse(upcast(record).payload);
    if (!payload.success) continue;
    const { id, created_at: createdAt, occurred_at: occurredAt, state } = record;
    action.overlay(shown, payload.data, { id, createdAt, occurredAt, state });
  }
  return shown;
}

/** Whether the overlay contains the action. A refused one stays only if its kind shows refusals. */
export function isOverlaid(record: OutboxRecord): boolean {
  return isWaiting(record) || actionOf(record.kind)?.showsState === true;
}

function fromRows({ config, userId, now, rows, profile, shares, ownerOf }: ShownInput): Shown {
  return {
    userId,
    rules: rulesOf(rows.zap_rules),
    today: utcDay(now),
    ownerOf,
    profile,
    plays: new Map(rows.track_plays.map((play) => [play.track_id, play.is_manual && !play.is_self_play])),
    votes: new Map(
      rows.track_votes.map((vote) => [
        vote.track_id,
        { weight: vote.vote_weight, editableUntil: vote.editable_until, isPending: false },
      ]),
    ),
    shares: new Map(
      shares.flatMap(({ is_shared: isShared, track_id: track, created_at: sharedAt }) =>
        isShared ? [[track, { isShared, sharedAt, isPending: false }]] : [],
      ),
    ),
    favourites: new Map(
      rows.favourites.map((row) => [
        row.track_id,
        { isFavourite: true, favouritedAt: row.created_at, isPending: false },
      ]),
    ),
    spends: [],
    edits: new Map(),
    created: new Map(),
    removed: new Set(),
    connections: new Map(
      rows.connections.map((row) => {
        const view = toConnection(config, userId, row);
        return [view.partnerId, view];
      }),
    ),
    blocks: new Map(
      rows.blocks.flatMap((row) => (row.user_id === userId ? [[row.blocked_id, toBlock(config, row)]] : [])),
    ),
    outgoing: new Map(),
    readMarks: [],
  };
}
