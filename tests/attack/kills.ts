import { setTimeout as sleep } from 'node:timers/promises';
import { createTrack } from '../../supabase/tests/scene.ts';
import { checkLedger } from './books.ts';
import { beBusy } from './busy-person.ts';
import { counted, type Found } from './found.ts';
import type { KillableStack } from './killable-stack.ts';
import { leftOver } from './left-over.ts';
import { lookFor } from './look-for.ts';
import { addPeople, nothingYet, type Accepted, type Person } from './people.ts';
import type { StormGround } from './storm/storm-request.ts';
import { rage } from './storm/storm.ts';

const PEOPLE = 8;
const PLAYS = 60;
/** Concurrent requests of the storm meanwhile. */
const BESIDE = 20;

/**
 * Kills PostgreSQL, the process, and both, while people are busy and a storm runs. After each kill, checks everything
 * that the server has ever accepted, including earlier phases.
 */
export async function killThreeTimes(ground: StormGround, seed: string): Promise<Found> {
  const { stack } = ground;
  const lines: string[] = [];
  const faults: string[] = [];
  const accepted = nothingYet();
  const people = await addPeople(stack, PEOPLE);
  const [artist] = await addPeople(stack, 1);
  const tracks = await newTracks(stack, people, artist?.id ?? '');
  const artists = [...ground.artists, artist?.id ?? ''];
  const check = (accepted: readonly Accepted[]) => lookFor(stack, accepted, artists);
  let isOver = false;
  const busy = Promise.all(people.map((person) => beBusy(person, tracks, accepted))).finally(() => (isOver = true));
  busy.catch(() => undefined);
  const raging = rage(ground, seed, { atOnce: BESIDE, isOver: () => isOver });
  raging.catch(() => undefined);
  try {
    for (const [index, [what, kill]] of kills(stack).entries()) {
      const goal = ((index + 1) * PEOPLE * PLAYS) / 4;
      while (!isOver && accepted.actions.size < goal) await sleep(5);
      if (isOver) await busy;
      const before = [accepted, ground.accepted].map(copyOf);
      await kill();
      await stack.isWell();
      const found = await check(before);
      faults.push(...found.map((fault) => `after ${what} was killed: ${fault}`));
      lines.push(`${what} killed after ${sizeOf(before)}: ${found.length} faults`);
    }
    await busy;
    lines.push(`the storm beside it: ${counted(await raging)}`);
    const all = [accepted, ground.accepted];
    const { line } = await stack.withDatabase(checkLedger);
    const found = [...(await check(all)), ...(await leftOver(stack))];
    faults.push(...found);
    lines.push(`at the end ${sizeOf(all)}: ${found.length} faults`, line);
  } finally {
    isOver = true;
    await raging;
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
  const sum = (size: (one: Accepted) => number) => all.reduce((total, one) => total + size(one), 0);
  return `${sum(({ actions }) => actions.size)} actions and ${sum(({ files }) => files.size)} files`;
}

/** Old accounts without plays, and an artist's tracks for them. */
async function newTracks(stack: KillableStack, people: readonly Person[], artist: string): Promise<string[]> {
  return await stack.withDatabase(async (sql) => {
    await sql`update auth.users set created_at = '2020-01-01' where id = any (${people.map(({ id }) => id)})`;
    return await Promise.all(Array.from({ length: PLAYS }, () => createTrack({ sql }, artist)));
  });
}
