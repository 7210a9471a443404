import { findBrokenInvariants, checkLedger, deadlocksOf } from '../invariants.ts';
import { countsText, type Report } from '../report.ts';
import type { KillableStack } from '../killable-stack.ts';
import type { Accepted, Person } from '../people.ts';
import {
  rewardClaims,
  lastInStock,
  lastZaps,
  onePlay,
  playOfManyIds,
  purchaseUnderOneId,
  votesAndEdits,
  votesOfAll,
} from './economy.ts';
import { ROUNDS, createRaceScene, faultyOutcomes, type RaceScene, type RaceResult } from './race-scene.ts';
import { connectionChanges, crossingRequests, editsAndDeletion, accountDeletion, tracksBeyondSlots } from './social.ts';

const races: readonly ((scene: RaceScene, round: number) => Promise<RaceResult>)[] = [
  lastZaps,
  rewardClaims,
  onePlay,
  playOfManyIds,
  votesAndEdits,
  votesOfAll,
  purchaseUnderOneId,
  lastInStock,
  crossingRequests,
  connectionChanges,
  tracksBeyondSlots,
  editsAndDeletion,
  accountDeletion,
];

/** Looks for double and partial effects: 50 concurrent requests per race. Checks all invariants after each round. */
export async function race(
  stack: KillableStack,
  { crowd, artist }: { readonly crowd: readonly Person[]; readonly artist: Person },
  accepted: Accepted,
): Promise<Report> {
  const lines: string[] = [];
  const faults: string[] = [];
  await stack.withDatabase(async (sql) => {
    const scene = await createRaceScene(stack, { sql, crowd, artist, accepted });
    const outcomes = new Map<string, string[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const runRace of races) {
        const result = await runRace(scene, round);
        const answered = faultyOutcomes(result.outcomes).map((each) => `somebody was answered ${each}`);
        faults.push(...[...result.faults, ...answered].map((fault) => `round ${round + 1}: ${result.name}: ${fault}`));
        outcomes.set(result.name, [...(outcomes.get(result.name) ?? []), ...result.outcomes]);
      }
      const broken = await findBrokenInvariants(sql, [artist.id]);
      faults.push(...broken.map((fault) => `after round ${round + 1}: ${fault}`));
      lines.push(`round ${round + 1}: ${(await checkLedger(sql)).line}`);
    }
    for (const [name, all] of outcomes) lines.push(`${name}: ${countsText(all)}`);
    const deadlocks = await deadlocksOf(sql);
    lines.push(`${deadlocks} deadlocks were resolved`);
    if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`);
  });
  return { lines, faults };
}
