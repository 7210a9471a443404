import { brokenBooks, checkLedger, deadlocksOf } from '../books.ts';
import { counted, type Found } from '../found.ts';
import type { KillableStack } from '../killable-stack.ts';
import type { Accepted, Person } from '../people.ts';
import {
  claims,
  lastInStock,
  lastZaps,
  onePlay,
  playOfManyIds,
  purchaseOfOneKey,
  votesAndEdits,
  votesOfAll,
} from './economy.ts';
import { ROUNDS, setGround, troubles, type Ground, type Race } from './ground.ts';
import { connectionsInAllWays, crossingRequests, editsAndDeletion, leaving, slots } from './social.ts';

const races: readonly ((ground: Ground, round: number) => Promise<Race>)[] = [
  lastZaps,
  claims,
  onePlay,
  playOfManyIds,
  votesAndEdits,
  votesOfAll,
  purchaseOfOneKey,
  lastInStock,
  crossingRequests,
  connectionsInAllWays,
  slots,
  editsAndDeletion,
  leaving,
];

/**
 * Three rounds of races, 50 concurrent requests each over HTTP, against double and partial effects; all invariants are
 * checked after each round.
 */
export async function race(
  stack: KillableStack,
  { crowd, artist }: { readonly crowd: readonly Person[]; readonly artist: Person },
  accepted: Accepted,
): Promise<Found> {
  const lines: string[] = [];
  const faults: string[] = [];
  await stack.withDatabase(async (sql) => {
    const ground = await setGround(stack, { sql, crowd, artist, accepted });
    const outcomes = new Map<string, string[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const one of races) {
        const result = await one(ground, round);
        const trouble = troubles(result.outcomes).map((each) => `somebody was answered ${each}`);
        faults.push(...[...result.faults, ...trouble].map((fault) => `round ${round + 1}: ${result.name}: ${fault}`));
        outcomes.set(result.name, [...(outcomes.get(result.name) ?? []), ...result.outcomes]);
      }
      const broken = await brokenBooks(sql, [artist.id]);
      faults.push(...broken.map((fault) => `after round ${round + 1}: ${fault}`));
      lines.push(`round ${round + 1}: ${(await checkLedger(sql)).line}`);
    }
    for (const [name, all] of outcomes) lines.push(`${name}: ${counted(all)}`);
    const deadlocks = await deadlocksOf(sql);
    lines.push(`${deadlocks} times two waited for each other in a circle`);
    if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`);
  });
  return { lines, faults };
}
