import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import * as z from 'zod/mini';
import { makeMp3 } from '../../../supabase/local/radio/sample-sound.ts';
import { type ObservedProcess, startObserved } from '../memory/observed-process.ts';
import { addPeople } from '../realtime/subscribers.ts';

/** Tracks that change together: as many as a digest names. */
const TRACKS = 200;
/** Number of tracks that the station plays. */
const ON_AIR = 5;
/** Length of these tracks in seconds: so short that the station advances several times in each case. */
const TRACK_SECONDS = 6;

const stackKeys = z.object({
  databaseUrl: z.string(),
  publishableKey: z.string(),
  serviceRoleKey: z.string(),
  jwtSecret: z.string(),
});

export interface PartsScene {
  readonly server: ObservedProcess;
  readonly keys: z.infer<typeof stackKeys>;
  readonly sql: postgres.Sql;
  close(): Promise<void>;
}

/** Starts a server with 200 tracks, five of them on the radio. */
export async function openPartsScene(dataDir: string): Promise<PartsScene> {
  const server = await startObserved(dataDir, ['--empty']);
  const keys = stackKeys.parse(JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')));
  const sql = postgres(keys.databaseUrl, { max: 2, onnotice: () => undefined });
  const [artist = ''] = await addPeople(sql, 1);
  for (let number = 0; number < ON_AIR; number += 1) {
    const name = `${artist}/${number}.mp3`;
    const response = await fetch(`${server.url}/storage/v1/object/tracks/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.serviceRoleKey}`, 'content-type': 'audio/mpeg' },
      body: new Uint8Array(await makeMp3({ seconds: TRACK_SECONDS, tone: 220 * (number + 1), bitrate: 128 })),
    });
    if (!response.ok) throw new Error(`A track was not stored: ${await response.text()}`);
  }
  await sql`
    insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed,
                               radio_opt_in)
    select ${artist}, 'Track ' || n, 'Somebody', 'House', ${artist} || '/' || n || '.mp3', ${TRACK_SECONDS * 1000}, 96000,
           true, n < ${ON_AIR}
    from generate_series(0, ${TRACKS - 1}) n`;
  return {
    server,
    keys,
    sql,
    async close() {
      await sql.end({ timeout: 1 });
      await server.stop();
    },
  };
}
