import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { answerWithin } from '../postgres/answer-within.ts';
import { repeat } from '../repeat.ts';
import type { Airing } from './airings.ts';
import type { Station } from './station.ts';

const PAUSE_MS = 1_000;
/** Longest wait, in ms, for the last note: a database that does not answer must not delay the end of the server. */
const LAST_NOTE_MS = 1_000;

/**
 * Writes the track that the station plays to the database, for the operators' page. Also carries out the operators' requests: a skip, a
 * stop or a start.
 * @returns a function that stops this
 */
export function reportAirings(
  sql: postgres.Sql,
  station: Pick<Station, 'airing' | 'skip' | 'setStopped'>,
  log: (line: string) => void,
): () => Promise<void> {
  let noted: { readonly airing: Airing | null; readonly id: string } | null = null;
  const report = async (): Promise<void> => {
    station.setStopped(await isStationStopped(sql));
    const airing = station.airing();
    if (noted?.airing !== airing) {
      const id = randomUUID();
      await noteAiring(sql, id, airing);
      noted = { airing, id };
    }
    if (airing && (await isSkipWanted(sql, noted.id))) station.skip(airing);
  };
  const stop = repeat(report, PAUSE_MS, (error) =>
    log(`Operators cannot see and change what the radio plays: ${String(error)}`),
  );
  return async () => {
    await stop();
    await answerWithin(LAST_NOTE_MS, noteAiring(sql, '', null)).catch(() => undefined);
  };
}

export async function isStationStopped(sql: postgres.Sql): Promise<boolean> {
  return (await sql`select from private.radio_stop`).length > 0;
}

async function noteAiring(sql: postgres.Sql, id: string, airing: Airing | null): Promise<void> {
  if (!airing) return void (await sql`select private.note_airing(null, null, null, null, null)`);
  const { track, playedAt, durationMs } = airing;
  const [startedAt, endsAt] = [new Date(playedAt), new Date(playedAt + durationMs)];
  await sql`select private.note_airing(${id}, ${track.id}, ${track.sponsoredAt}, ${startedAt}, ${endsAt})`;
}

async function isSkipWanted(sql: postgres.Sql, id: string): Promise<boolean> {
  const rows = await sql`select from private.radio_station where airing_id = ${id} and skip_act is not null`;
  return rows.length > 0;
}
