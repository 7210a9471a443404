import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import postgres from 'postgres';
import * as z from 'zod/mini';
import { type ObservedProcess, startObserved } from '../memory/observed-process.ts';
import { tokenOf } from '../realtime/subscribers.ts';
import { CrowdListener, type Received } from './listener.ts';

const TRACKS = 1_000;
/** Listeners that share an IP address: fewer than the sockets that the server allows per address. */
const LISTENERS_PER_ADDRESS = 100;

export interface GrowthScene {
  readonly server: ObservedProcess;
  readonly sql: postgres.Sql;
  readonly trackIds: readonly string[];
  /** Sums over all listeners. */
  readonly received: Received;
  /** Adds accounts. @returns their listeners, which are not open yet */
  addListeners(count: number): Promise<CrowdListener[]>;
  close(): Promise<void>;
}

/** Starts a server with 1,000 tracks. */
export async function openGrowthScene(dataDir: string): Promise<GrowthScene> {
  const server = await startObserved(dataDir, ['--empty']);
  const keys = z
    .object({ databaseUrl: z.string(), publishableKey: z.string(), jwtSecret: z.string() })
    .parse(JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')));
  const sql = postgres(keys.databaseUrl, { max: 2, onnotice: () => undefined });
  const addPeople = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => randomUUID());
    await sql`insert into auth.users (id, email, email_confirmed_at, created_at)
              select id, id || '@example.com', now(), now() - interval '1 year' from unnest(${ids}::uuid[]) id`;
    return ids;
  };
  const [artist = ''] = await addPeople(1);
  const tracks = await sql<{ id: string }[]>`
    insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
    select ${artist}, 'Track ' || n, 'Somebody', 'House', 'growth/' || n || '.mp3', 210000, 5000000, true
    from generate_series(1, ${TRACKS}) n returning id`;
  const received: Received = { messages: 0, messageBytes: 0, pulls: 0, pullBytes: 0, pushes: [] };
  return {
    server,
    sql,
    trackIds: tracks.map(({ id }) => id),
    received,
    addListeners: async (count) =>
      (await addPeople(count)).map(
        (id, at) =>
          new CrowdListener({
            url: server.url,
            publishableKey: keys.publishableKey,
            id,
            token: tokenOf(id, keys.jwtSecret),
            agent: agentOf(Math.floor(at / LISTENERS_PER_ADDRESS)),
            received,
          }),
      ),
    async close() {
      await sql.end({ timeout: 1 });
      await server.stop();
    },
  };
}

function agentOf(group: number): Agent {
  return new Agent({ keepAlive: true, localAddress: `127.0.${Math.floor(group / 250)}.${(group % 250) + 2}` });
}
