import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { tables } from '../../../supabase/tests/matrix/cells.ts';
import type { Scene } from '../../../supabase/tests/matrix/scene.ts';

/** A text that occurs in one row only, and the people who may read that row. */
interface Secret {
  readonly text: string;
  readonly table: string;
  readonly readers: ReadonlySet<string>;
}

export interface Secrets {
  /** The tables whose secrets a response reveals to an account that may not read them. Secrets in the request are ignored. */
  revealedTables(account: string | null, sent: string, response: string): string[];
  /** By table, how often a secret reached a permitted reader. If never, the attack proves nothing. */
  readonly delivered: ReadonlyMap<string, number>;
}

interface SecretColumn {
  readonly column: string;
  /** SQL, with the secret in place of `$`. */
  readonly value: string;
  /** Selects the rows that not everybody may see; by default all. */
  readonly where?: string;
}

const secretColumns: Readonly<Record<string, SecretColumn>> = {
  tracks: { column: 'title', value: `'$'`, where: 'not is_public and deleted_at is null' },
  user_profiles: { column: 'bio', value: `'$'`, where: `privacy_setting <> 'public' and deleted_at is null` },
  messages: { column: 'content', value: `'$'` },
  zap_actions: { column: 'metadata', value: `'{"secret": "$"}'` },
  action_log: { column: 'result', value: `'{"secret": "$"}'` },
  reports: { column: 'details', value: `'$'` },
  security_events: { column: 'event_data', value: `'{"secret": "$"}'` },
};

/** Tables in which no text is planted: the row's id is the secret, and these columns name its readers. */
const idOnlyTables: Readonly<Record<string, readonly string[]>> = {
  connections: ['user_id', 'connection_id'],
  // Both people's devices pull a block (docs/decisions/0015).
  blocks: ['user_id', 'blocked_id'],
  favourites: ['user_id'],
  playlists: ['user_id'],
  playlist_likes: ['user_id'],
  playlist_tracks: ['user_id'],
  releases: ['user_id'],
  track_plays: ['user_id'],
  track_votes: ['user_id'],
  user_cosmetics: ['user_id'],
};

export async function plantSecrets(sql: postgres.Sql, scene: Scene): Promise<Secrets> {
  const secrets: Secret[] = [];
  const addSecret = (
    table: string,
    text: string,
    row: Readonly<Record<string, unknown>>,
    columns: readonly string[],
  ) => {
    const readers = new Set(columns.map((column) => String(row[column])));
    // The owner's profile is friends-only, and `connected` is the only friend.
    if (table === 'user_profiles' && readers.has(scene.ids.owner)) readers.add(scene.ids.connected);
    secrets.push({ text, table, readers });
  };
  for (const [table, { column, value, where = 'true' }] of Object.entries(secretColumns)) {
    const rows = await sql.unsafe<{ place: string; row: Record<string, unknown> }[]>(
      `select ctid::text as place, to_jsonb(x) as row from public.${table} x where ${where}`,
    );
    for (const { place, row } of rows) {
      const text = `secret-${randomUUID()}`;
      await sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx.unsafe(`update public.${table} set ${column} = ${value.replace('$', text)} where ctid = '${place}'`);
      });
      addSecret(table, text, row, tables[table]?.of ?? []);
    }
  }
  for (const [table, columns] of Object.entries(idOnlyTables)) {
    const rows = await sql<{ id: string; row: Record<string, unknown> }[]>`
      select id::text, to_jsonb(x) as row from public.${sql(table)} x`;
    for (const { id, row } of rows) addSecret(table, id, row, columns);
  }
  const people = await sql<{ id: string; email: string }[]>`select id, email from auth.users`;
  for (const { id, email } of people) secrets.push({ text: email, table: 'auth.users', readers: new Set([id]) });

  const delivered = new Map<string, number>();
  return {
    delivered,
    revealedTables(account, sent, response) {
      const revealed = new Set<string>();
      for (const { text, table, readers } of secrets) {
        if (!response.includes(text) || sent.includes(text)) continue;
        if (account !== null && readers.has(account)) delivered.set(table, (delivered.get(table) ?? 0) + 1);
        else revealed.add(table);
      }
      return [...revealed];
    },
  };
}
