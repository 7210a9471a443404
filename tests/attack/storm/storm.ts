import { setTimeout as sleep } from 'node:timers/promises';
import { liteProcesses } from '../../support/lite-processes.ts';
import { scrape } from '../../support/scrape.ts';
import { Random } from '../../../supabase/seed/random.ts';
import { checkLedger, deadlocksOf } from '../invariants.ts';
import { countsText, type Report } from '../report.ts';
import { findLosses } from '../find-losses.ts';
import type { KillableStack } from '../killable-stack.ts';
import { setBalance, type Person } from '../people.ts';
import { reconnectRepeatedly, timeToReceive, type Received } from './listeners.ts';
import { stormRequest, type StormScene } from './storm-request.ts';

const REQUESTS = 2_500;
const CONCURRENT_REQUESTS = 80;
const LISTENERS = 30;
const HEALTHY_WITHIN_MS = 1_000;
const RECEIVED_WITHIN_MS = 5_000;
const KILL_EVERY_MS = 5_000;
const POLL_EVERY_MS = 500;

interface StormOptions {
  readonly atOnce: number;
  readonly isOver: (sent: number) => boolean;
}

export async function sendStorm(scene: StormScene, seed: string, { atOnce, isOver }: StormOptions): Promise<string[]> {
  const random = new Random(seed);
  const outcomes: string[] = [];
  let sent = 0;
  const work = async (): Promise<void> => {
    while (!isOver(sent)) {
      sent += 1;
      const results = await stormRequest(random, scene);
      outcomes.push(...results);
      // 'lost' means that the server is down: requests at full speed would slow its restart.
      if (results.includes('lost')) await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** Kills the process of REST and Auth every `KILL_EVERY_MS`. @returns how often */
async function killLite(stack: KillableStack, isOver: () => boolean): Promise<number> {
  let killed = 0;
  for (let waited = 0; !isOver(); waited += POLL_EVERY_MS) {
    await sleep(POLL_EVERY_MS);
    const [oldest] = liteProcesses(stack.pid);
    if (waited % KILL_EVERY_MS !== KILL_EVERY_MS - POLL_EVERY_MS || oldest === undefined) continue;
    process.kill(oldest, 'SIGKILL');
    killed += 1;
  }
  return killed;
}

async function watchOtherEndpoints(stack: KillableStack, isOver: () => boolean): Promise<string[]> {
  const faults: string[] = [];
  while (!isOver()) {
    await sleep(POLL_EVERY_MS);
    for (const path of ['/healthz', '/metrics', '/', '/functions/v1/radio-playlist', '/radio/api/nowplaying']) {
      const answer = await fetch(`${stack.url}${path}`).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status !== 200)
        faults.push(`${path} answered ${answer?.status ?? 'nothing'} while REST and Auth were killed`);
    }
  }
  return faults;
}

async function restEndsOf({ url }: KillableStack): Promise<number> {
  return (await scrape(url)).get('undercurrent_rest_process_ends_total') ?? Number.NaN;
}

/**
 * Sends random requests while REST and Auth are killed. Afterwards the stack must be healthy, Realtime must deliver, and
 * accepted actions must be stored.
 */
export async function storm(scene: StormScene, seed: string): Promise<Report> {
  const { stack, crowd } = scene;
  const faults: string[] = [];
  const lines: string[] = [];
  const setBalances = (people: readonly Person[], zaps: number) =>
    stack.withDatabase((sql) => Promise.all(people.map((person) => setBalance(sql, person, zaps))));
  await setBalances(crowd, 100);
  const endsBefore = await restEndsOf(stack);
  let isOver = false;
  const received: Received = { joined: 0, changes: 0 };
  const listeners = crowd
    .slice(0, LISTENERS)
    .map((person) => reconnectRepeatedly(stack, person, new Random(seed + person.id), received, () => isOver));
  const startedAt = Date.now();
  const killing = killLite(stack, () => isOver);
  const others = watchOtherEndpoints(stack, () => isOver);
  const outcomes = await sendStorm(scene, seed, {
    atOnce: CONCURRENT_REQUESTS,
    isOver: (sent) => sent >= REQUESTS,
  }).finally(() => (isOver = true));
  const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
  const requestedAt = Date.now();
  const health = await fetch(`${stack.url}/healthz`).catch(() => null);
  const waited = Date.now() - requestedAt;
  await Promise.all(listeners);
  const [killed, endpointFaults] = await Promise.all([killing, others]);

  lines.push(`REST and Auth were killed ${killed} times meanwhile`);
  if (killed === 0) faults.push('REST and Auth were never killed');
  faults.push(...endpointFaults);
  lines.push(
    `${REQUESTS} requests, ${CONCURRENT_REQUESTS} at once, in ${seconds} s with the seed ${seed}: ${countsText(outcomes)}`,
  );
  lines.push(`the listeners joined ${received.joined} times and received ${received.changes} changes`);
  lines.push(`the health check answered ${health?.status ?? 'nothing'} after ${waited} ms`);
  // A 503 is no fault: it asks the client to retry.
  const wrong = outcomes.filter(
    (outcome) => outcome === 'lost' || outcome === 'failed' || (outcome.startsWith('http 5') && outcome !== 'http 503'),
  );
  faults.push(...wrong.map((outcome) => `a request was answered ${outcome}`));
  if (health?.status !== 200 || waited > HEALTHY_WITHIN_MS)
    faults.push(`the stack was not healthy within ${HEALTHY_WITHIN_MS} ms`);
  if (received.joined === 0 || received.changes === 0) faults.push('no listener received anything');
  const [first] = crowd;
  if (first) {
    const after = await timeToReceive(stack, first, () => setBalances([first], 77), RECEIVED_WITHIN_MS);
    lines.push(`a later change was received within ${after ?? 'no'} ms`);
    if (after === null) faults.push(`a later change was not received within ${RECEIVED_WITHIN_MS} ms`);
  }
  const ends = (await restEndsOf(stack)) - endsBefore;
  if (ends !== killed) faults.push(`REST and Auth were killed ${killed} times, and ${ends} ends were counted`);
  faults.push(...(await findLosses(stack, [scene.accepted], scene.artists)));
  const [ledger, deadlocks] = await stack.withDatabase((sql) => Promise.all([checkLedger(sql), deadlocksOf(sql)]));
  lines.push(ledger.line, `${deadlocks} deadlocks were resolved`);
  if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`);
  return { lines, faults };
}
