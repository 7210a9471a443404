import type postgres from 'postgres';
import { createTrack, play } from '../../../supabase/tests/scene.ts';
import type { KillableStack } from '../killable-stack.ts';
import { addPeople, send, unlockFeatures, type Accepted, type Person } from '../people.ts';

export const CONCURRENT_REQUESTS = 50;
export const ROUNDS = 3;
/** Just above the 30 s that must lie between two counted plays (S-40). */
const PLAY_INTERVAL_MS = 31_000;

export interface RaceScene {
  readonly sql: postgres.Sql;
  readonly accepted: Accepted;
  readonly crowd: readonly Person[];
  /** Owns more tracks than an account has slots. */
  readonly artist: Person;
  /** Returns the people of the crowd in turn. */
  next(): Person;
  /** One person for each round, who has just heard the ten tracks that a reward requires. */
  readonly listeners: readonly Person[];
  /** One person for each round, with three upload slots. */
  readonly uploaders: readonly Person[];
  /** One person for each round, who deletes their account. */
  readonly leavers: readonly Person[];
  newTracks(owner: Person, count: number): Promise<string[]>;
}

export interface RaceResult {
  readonly name: string;
  readonly outcomes: readonly string[];
  readonly faults: readonly string[];
}

export async function createRaceScene(
  stack: KillableStack,
  { sql, crowd, artist, accepted }: Pick<RaceScene, 'sql' | 'crowd' | 'artist' | 'accepted'>,
): Promise<RaceScene> {
  const others = await addPeople(stack, 3 * ROUNDS);
  const three = (from: number) => others.slice(from * ROUNDS, (from + 1) * ROUNDS);
  const [listeners, uploaders, leavers] = [three(0), three(1), three(2)];
  await unlockFeatures(sql, [...listeners, ...leavers]);
  await unlockFeatures(sql, uploaders, 26);

  const newTracks = (owner: Person, count: number) => addTracks(sql, owner, count);
  const heardTracks = await newTracks(artist, 10);
  const start = Date.now() - heardTracks.length * PLAY_INTERVAL_MS;
  for (const listener of listeners) {
    const plays = heardTracks.map((track, n) =>
      play(track, { at: new Date(start + n * PLAY_INTERVAL_MS).toISOString() }),
    );
    await send(listener, plays, accepted);
  }
  let nextIndex = 0;
  return {
    sql,
    accepted,
    crowd,
    artist,
    listeners,
    uploaders,
    leavers,
    newTracks,
    next() {
      const person = crowd[nextIndex % crowd.length];
      nextIndex += 1;
      if (!person) throw new Error('the crowd is empty');
      return person;
    },
  };
}

export async function addTracks(sql: postgres.Sql, { id }: Person, count: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => createTrack({ sql }, id)));
  await sql`update public.tracks set radio_opt_in = true where id = any (${ids})`;
  return ids;
}

/** Starts all calls in the same task. */
export async function atOnce<T>(make: (n: number) => Promise<T>, count = CONCURRENT_REQUESTS): Promise<T[]> {
  return await Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}

export const countOf = (outcomes: readonly string[], outcome = 'applied') =>
  outcomes.filter((each) => each === outcome).length;

/** A 5xx, no response, or an unexpected error is a fault in any race. */
export const faultyOutcomes = (outcomes: readonly string[]) =>
  outcomes.filter((each) => /^(lost|failed|no code|http 5\d\d)$/.test(each));

export const faultUnless = (condition: boolean, fault: string): string[] => (condition ? [] : [fault]);

export async function numberOf(sql: postgres.Sql, query: string, values: (string | string[])[]): Promise<number> {
  const [row] = await sql.unsafe<{ n: number }[]>(`select (${query})::int as n`, values);
  return row?.n ?? 0;
}
