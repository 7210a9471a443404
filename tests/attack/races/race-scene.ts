import type postgres from 'postgres';
import { createTrack, play } from '../../../supabase/tests/scene.ts';
import type { KillableStack } from '../killable-stack.ts';
import { addPeople, send, unlockFeatures, type Accepted, type Person } from '../people.ts';

/** Requests per race. */
export const CONCURRENT_REQUESTS = 50;
/** Repetitions of each race. */
export const ROUNDS = 3;
/** A play counts at most every 30 s (S-40). */
const APART_MS = 31_000;

/** The people of the races, on a running stack. */
export interface RaceScene {
  readonly sql: postgres.Sql;
  readonly accepted: Accepted;
  readonly crowd: readonly Person[];
  /** Owner of the tracks, of which there are more than an account has slots. */
  readonly artist: Person;
  /** The next member of the crowd, for a race with one person; so far they took part only in races of the whole crowd. */
  next(): Person;
  /** For each round, a person who has just heard the ten tracks that a reward requires. */
  readonly listeners: readonly Person[];
  /** For each round, a person with three slots. */
  readonly uploaders: readonly Person[];
  /** For each round, a person who deletes their account. */
  readonly leavers: readonly Person[];
  /** New public tracks of this person, all opted in to the radio. */
  newTracks(owner: Person, count: number): Promise<string[]>;
}

/** Result of a race: all outcomes, and its faults. */
export interface Race {
  readonly name: string;
  readonly outcomes: readonly string[];
  readonly faults: readonly string[];
}

/** Adds the other people that the races need. The crowd and the artist must have everything unlocked. */
export async function createRaceScene(
  stack: KillableStack,
  { sql, crowd, artist, accepted }: Pick<RaceScene, 'sql' | 'crowd' | 'artist' | 'accepted'>,
): Promise<RaceScene> {
  const others = await addPeople(stack, 3 * ROUNDS);
  const three = (from: number) => others.slice(from * ROUNDS, (from + 1) * ROUNDS);
  const [listeners, uploaders, leavers] = [three(0), three(1), three(2)];
  await unlockFeatures(sql, [...listeners, ...leavers]);
  // The third level: three slots.
  await unlockFeatures(sql, uploaders, 26);

  const newTracks = (owner: Person, count: number) => addTracks(sql, owner, count);
  const heardTracks = await newTracks(artist, 10);
  const start = Date.now() - heardTracks.length * APART_MS;
  for (const listener of listeners) {
    const plays = heardTracks.map((track, n) => play(track, { at: new Date(start + n * APART_MS).toISOString() }));
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

/** Runs the same kind of request many times concurrently. */
export async function atOnce<T>(make: (n: number) => Promise<T>, count = CONCURRENT_REQUESTS): Promise<T[]> {
  return await Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}

export const countOf = (outcomes: readonly string[], outcome = 'applied') =>
  outcomes.filter((each) => each === outcome).length;

/** Outcomes that are a fault in any race: a 5xx, no response, or an unexpected error. */
export const faultyOutcomes = (outcomes: readonly string[]) =>
  outcomes.filter((each) => /^(lost|failed|no code|http 5\d\d)$/.test(each));

export const faultUnless = (condition: boolean, fault: string): string[] => (condition ? [] : [fault]);

export async function numberOf(sql: postgres.Sql, query: string, values: (string | string[])[]): Promise<number> {
  const [row] = await sql.unsafe<{ n: number }[]>(`select (${query})::int as n`, values);
  return row?.n ?? 0;
}
