import { setTimeout as sleep } from 'node:timers/promises';
import { liteProcesses } from '../../support/lite-processes.ts';
import { Random } from '../../../supabase/seed/random.ts';
import { checkLedger, deadlocksOf } from '../books.ts';
import { counted, type Found } from '../found.ts';
import { lookFor } from '../look-for.ts';
import type { KillableStack } from '../killable-stack.ts';
import { leaveWith, type Person } from '../people.ts';
import { reconnectRepeatedly, timeToHear, type Received } from './listeners.ts';
import { stormRequest, type StormGround } from './storm-request.ts';

const REQUESTS = 2_500;
const AT_ONCE = 80;
const LISTENERS = 30;
/** Time limit of a health check after the storm. */
const WELL_WITHIN_MS = 1_000;
const HEARD_WITHIN_MS = 5_000;
const KILL_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 500;

interface Rage {
  /** Concurrent requests. */
  readonly atOnce: number;
  /** Called before each request with the number of requests sent. */
  readonly isOver: (sent: number) => boolean;
}

/** Sends valid and invalid requests as fast as possible until it is over. Returns all outcomes. */
export async function rage(ground: StormGround, seed: string, { atOnce, isOver }: Rage): Promise<string[]> {
  const random = new Random(seed);
  const outcomes: string[] = [];
  let sent = 0;
  const work = async (): Promise<void> => {
    while (!isOver(sent)) {
      sent += 1;
      const became = await stormRequest(random, ground);
      outcomes.push(...became);
      // The server is down: requests at full speed would only slow the restart.
      if (became.includes('lost')) await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** Kills the process of REST and Auth repeatedly. @returns how often */
async function killLite(stack: KillableStack, isOver: () => boolean): Promise<number> {
  let killed = 0;
  for (let waited = 0; !isOver(); waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    const [oldest] = liteProcesses(stack.pid);
    if (waited % KILL_EVERY_MS !== KILL_EVERY_MS - LOOK_EVERY_MS || oldest === undefined) continue;
    process.kill(oldest, 'SIGKILL');
    killed += 1;
  }
  return killed;
}

/** Requests the endpoints outside of REST and Auth meanwhile. @returns the failures */
async function watchOtherEndpoints(stack: KillableStack, isOver: () => boolean): Promise<string[]> {
  const faults: string[] = [];
  while (!isOver()) {
    await sleep(LOOK_EVERY_MS);
    for (const path of ['/healthz', '/', '/functions/v1/radio-playlist', '/radio/api/nowplaying']) {
      const answer = await fetch(`${stack.url}${path}`).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status !== 200)
        faults.push(`${path} answered ${answer?.status ?? 'nothing'} while REST and Auth were killed`);
    }
  }
  return faults;
}

/**
 * Thousands of concurrent requests of fifty people, while listeners reconnect. Afterwards the stack must be healthy,
 * Realtime must deliver, and every accepted action must be there.
 */
export async function storm(ground: StormGround, seed: string): Promise<Found> {
  const { stack, crowd } = ground;
  const faults: string[] = [];
  const lines: string[] = [];
  const leaveAll = (people: readonly Person[], zaps: number) =>
    stack.withDatabase((sql) => Promise.all(people.map((person) => leaveWith(sql, person, zaps))));
  await leaveAll(crowd, 100);
  let isOver = false;
  const received: Received = { joined: 0, changes: 0 };
  const listeners = crowd
    .slice(0, LISTENERS)
    .map((person) => reconnectRepeatedly(stack, person, new Random(seed + person.id), received, () => isOver));
  const began = Date.now();
  const killing = killLite(stack, () => isOver);
  const others = watchOtherEndpoints(stack, () => isOver);
  const outcomes = await rage(ground, seed, { atOnce: AT_ONCE, isOver: (sent) => sent >= REQUESTS }).finally(
    () => (isOver = true),
  );
  const seconds = Math.round((Date.now() - began) / 100) / 10;
  const asked = Date.now();
  const health = await fetch(`${stack.url}/healthz`).catch(() => null);
  const waited = Date.now() - asked;
  await Promise.all(listeners);
  const [killed, unserved] = await Promise.all([killing, others]);

  lines.push(`REST and Auth were killed ${killed} times meanwhile`);
  if (killed === 0) faults.push('REST and Auth were never killed');
  faults.push(...unserved);
  lines.push(`${REQUESTS} requests, ${AT_ONCE} at once, in ${seconds} s with the seed ${seed}: ${counted(outcomes)}`);
  lines.push(`those who listened joined ${received.joined} times and heard ${received.changes} changes`);
  lines.push(`asked for its health, the stack answered ${health?.status ?? 'nothing'} after ${waited} ms`);
  // 503 and 429 ask for a retry.
  const wrong = outcomes.filter(
    (one) => one === 'lost' || one === 'failed' || (one.startsWith('http 5') && one !== 'http 503'),
  );
  faults.push(...wrong.map((one) => `somebody was answered ${one}`));
  if (health?.status !== 200 || waited > WELL_WITHIN_MS)
    faults.push(`the stack was not well within ${WELL_WITHIN_MS} ms`);
  if (received.joined === 0 || received.changes === 0) faults.push('nobody who listened heard anything');
  const [first] = crowd;
  if (first) {
    const after = await timeToHear(stack, first, () => leaveAll([first], 77), HEARD_WITHIN_MS);
    lines.push(`a change after it was heard within ${after ?? 'no'} ms`);
    if (after === null) faults.push(`a change after it was not heard within ${HEARD_WITHIN_MS} ms`);
  }
  faults.push(...(await lookFor(stack, [ground.accepted], ground.artists)));
  const [ledger, deadlocks] = await stack.withDatabase((sql) => Promise.all([checkLedger(sql), deadlocksOf(sql)]));
  lines.push(ledger.line, `${deadlocks} times two waited for each other in a circle`);
  if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`);
  return { lines, faults };
}
