import type postgres from 'postgres';
import type { Accepted } from './acting-person.ts';

interface Server {
  readonly sql: postgres.Sql;
}

/** The row that an action makes or changes; null for a profile, whose later changes overwrite it. */
function rowOf({ kind, userId, payload }: Accepted): string | null {
  const track = String(payload['track_id']);
  if (kind === 'message.send') return `messages ${userId} ${String(payload['message_id'])}`;
  if (kind === 'track.create') return `tracks ${userId} ${track}`;
  if (kind === 'play.record') return `track_plays ${userId} ${track}`;
  if (kind === 'vote.cast') return `track_votes ${userId} ${track}`;
  if (kind === 'share.add') return `shared_tracks ${userId} ${track}`;
  return null;
}

async function readRowNames({ sql }: Server): Promise<Set<string>> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', 'messages', sender_id, id) as row from public.messages
    union all select concat_ws(' ', 'tracks', user_id, id) from public.tracks
    union all select concat_ws(' ', 'track_plays', user_id, track_id) from public.track_plays
    union all select concat_ws(' ', 'track_votes', user_id, track_id) from public.track_votes
    union all select concat_ws(' ', 'shared_tracks', user_id, track_id) from public.shared_tracks`;
  return new Set(rows.map(({ row }) => row));
}

export async function readStatuses({ sql }: Server, actions: readonly Accepted[]): Promise<(string | undefined)[]> {
  const ids = actions.map(({ id }) => id);
  const log = await sql<{ id: string; status: string }[]>`
    select action_id as id, status from public.action_log where action_id in ${sql(ids)}`;
  const statuses = new Map(log.map(({ id, status }) => [id, status]));
  return ids.map((id) => statuses.get(id));
}

/** The rows that the server should have by these actions, and does not have. */
export async function findMissingRows(server: Server, actions: readonly Accepted[]): Promise<string[]> {
  const stored = await readRowNames(server);
  return actions.flatMap((action) => {
    const row = rowOf(action);
    return row === null || stored.has(row) ? [] : [row];
  });
}
