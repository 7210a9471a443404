import { setTimeout as sleep } from 'node:timers/promises';
import { createTrack } from '../../supabase/tests/scene.ts';
import { checkLedger } from './invariants.ts';
import { beBusy } from './busy-person.ts';
import { countsText, type Report } from './report.ts';
import type { KillableStack } from './killable-stack.ts';
import { findLeftovers } from './find-leftovers.ts';
import { findLosses } from './find-losses.ts';
import { addPeople, nothingAccepted, type Accepted, type Person } from './people.ts';
import type { StormScene } from './storm/storm-request.ts';
import { sendStorm } from './storm/storm.ts';

const PEOPLE = 8;
/** Plays of each person. */
const PLAYS = 60;
/** Concurrent requests of the storm. */
const STORM_REQUESTS = 20;

/** Kills the database, the process, and both, while people are busy. After each kill, everything accepted must exist. */
export async function killThreeTimes(scene: StormScene, seed: string): Promise<Report> {
  const { stack } = scene;
  const lines: string[] = [];
  const faults: string[] = [];
  const accepted = nothingAccepted();
  const people = await addPeople(stack, PEOPLE);
  const [artist] = await addPeople(stack, 1);
  const tracks = await newTracks(stack, people, artist?.id ?? '');
  const artists = [...scene.artists, artist?.id ?? ''];
  const check = (accepted: readonly Accepted[]) => findLosses(stack, accepted, artists);
  let isOver = false;
  const busy = Promise.all(people.map((person) => beBusy(person, tracks, accepted))).finally(() => (isOver = true));
  busy.catch(() => undefined);
  const storming = sendStorm(scene, seed, { atOnce: STORM_REQUESTS, isOver: () => isOver });
  storming.catch(() => undefined);
  try {
    for (const [index, [target, kill]] of kills(stack).entries()) {
      const goal = ((index + 1) * PEOPLE * PLAYS) / 4;
      while (!isOver && accepted.actions.size < goal) await sleep(5);
      if (isOver) await busy;
      const before = [accepted, scene.accepted].map(copyOf);
      await kill();
      await stack.waitUntilHealthy();
      const losses = await check(before);
      faults.push(...losses.map((fault) => `after ${target} was killed: ${fault}`));
      lines.push(`${target} killed after ${sizeOf(before)}: ${losses.length} faults`);
    }
    await busy;
    lines.push(`the storm meanwhile: ${countsText(await storming)}`);
    const all = [accepted, scene.accepted];
    const { line } = await stack.withDatabase(checkLedger);
    const losses = [...(await check(all)), ...(await findLeftovers(stack))];
    faults.push(...losses);
    lines.push(`at the end ${sizeOf(all)}: ${losses.length} faults`, line);
  } finally {
    isOver = true;
    await storming;
  }
  return { lines, faults };
}

const kills = (stack: KillableStack) =>
  [
    ['the database', async () => stack.killDatabase()],
    ['the process', () => stack.killProcess().then(() => stack.start())],
    [
      'both',
      async () => {
        stack.killDatabase();
        await stack.killProcess();
        await stack.start();
      },
    ],
  ] as const;

const copyOf = ({ actions, files }: Accepted): Accepted => ({ actions: new Set(actions), files: new Map(files) });

function sizeOf(all: readonly Accepted[]): string {
  const sum = (size: (accepted: Accepted) => number) => all.reduce((total, accepted) => total + size(accepted), 0);
  return `${sum(({ actions }) => actions.size)} actions and ${sum(({ files }) => files.size)} files`;
}

async function newTracks(stack: KillableStack, people: readonly Person[], artist: string): Promise<string[]> {
  return await stack.withDatabase(async (sql) => {
    await sql`update auth.users set created_at = '2020-01-01' where id = any (${people.map(({ id }) => id)})`;
    return await Promise.all(Array.from({ length: PLAYS }, () => createTrack({ sql }, artist)));
  });
}
