import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import type { TestUser } from '../../../supabase/local/test-stack.ts';
import { measureInTurn, type Timed, timed } from '../measure.ts';
import type { Frames } from './page/frames.ts';
import { requireSameVotes, voteByHand } from './drains.ts';
import type { BenchServer } from './server.ts';

export interface Compared {
  readonly name: string;
  readonly ours: Timed;
  readonly byHand: Timed;
  readonly note?: string;
}

/** Called after each comparison, with the page that ran it. */
export type Done = (compared: Compared, page: Page) => Promise<void>;

export interface Runs {
  readonly rounds: number;
  readonly warmUps: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const longest = (all: readonly Frames[]) =>
  `longest task ${Math.max(...all.map(({ longestTask }) => longestTask)).toFixed(0)} ms, ` +
  `longest frame ${Math.max(...all.map(({ longestFrame }) => longestFrame)).toFixed(0)} ms`;

export async function compareFirstReplica(
  page: Page,
  server: BenchServer,
  user: TestUser,
  runs: Runs,
): Promise<Compared> {
  const { config } = server;
  const frames: Frames[] = [];
  const waits: number[] = [];
  const clear = () => page.evaluate(() => window.bench.clear());
  const counts = new Set<number>();
  const ours = timed(async (round) => {
    await clear();
    const filled = await page.evaluate((to) => window.bench.fill(to), config);
    if (round >= 0) frames.push(filled.frames);
    counts.add(filled.tracks);
    return filled.time;
  });
  const byHand = timed(async (round) => {
    await clear();
    const filled = await page.evaluate(([to, token]) => window.bench.fillByHand(to, token), [
      config,
      user.token,
    ] as const);
    if (round >= 0) waits.push(filled.waited);
    counts.add(filled.tracks);
    return filled.time;
  });
  await measureInTurn([ours, byHand], runs);
  assert.ok(Math.max(...counts) - Math.min(...counts) <= 30, `other rows on one side: ${[...counts].join(', ')}`);
  const note = `of it by hand ${seconds(mean(waits))} wait for pages; ours, with nothing painted: ${longest(frames)}`;
  return { name: 'first replica', ours, byHand, note };
}

export async function fillBoth(page: Page, { config }: BenchServer, user: TestUser): Promise<void> {
  await page.evaluate(() => window.bench.clear());
  await page.evaluate((to) => window.bench.fill(to), config);
  await page.evaluate(([to, token]) => window.bench.fillByHand(to, token), [config, user.token] as const);
}

export async function compareFirstCards(
  page: Page,
  server: BenchServer,
  user: TestUser,
  runs: Runs,
  done: Done,
): Promise<void> {
  const { config } = server;
  const warm = {
    ours: timed(() => page.evaluate((id) => window.bench.readFirst(id), user.id)),
    byHand: timed(() => page.evaluate(() => window.bench.readFirstByHand())),
  };
  await measureInTurn(Object.values(warm), runs);
  await done({ name: 'first 50 by rating, open', ...warm }, page);
  const reload = async () => {
    await page.reload();
    await page.waitForFunction(() => 'bench' in window);
  };
  const cold = {
    ours: timed(async () => {
      await reload();
      return (await page.evaluate((to) => window.bench.start(to), config)).time;
    }),
    byHand: timed(async () => {
      await reload();
      return (await page.evaluate(() => window.bench.startByHand())).time;
    }),
  };
  await measureInTurn(Object.values(cold), runs);
  await done(
    {
      name: 'first 50 by rating, cold start',
      ...cold,
      note: 'ours opens session, queue and replica and loads their code; by hand opens one database',
    },
    page,
  );
}

/** Compares sending queued votes with one transaction, by hand, that has the same effects. */
export async function compareDrain(
  page: Page,
  server: BenchServer,
  people: { readonly ours: TestUser; readonly byHand: TestUser },
  { rounds, warmUps }: Runs,
  actions: number,
): Promise<Compared> {
  const { config, sql } = server;
  const tracks = await server.tracks();
  const block = (round: number) => {
    const from = (round + warmUps) * actions;
    const ids = tracks.slice(from, from + actions);
    assert.equal(ids.length, actions, 'too few tracks to vote for');
    return ids;
  };
  const waits = new Map<string, number[]>();
  const sent: number[] = [];
  let requests = 0;
  const ours = timed(async (round) => {
    const drained = await page.evaluate(([to, id, ids]) => window.bench.drain(to, id, ids), [
      config,
      people.ours.id,
      block(round),
    ] as const);
    requests = drained.requests;
    if (round >= 0) sent.push(drained.sent);
    for (const [name, waited] of Object.entries(drained.waited))
      if (round >= 0) waits.set(name, [...(waits.get(name) ?? []), waited]);
    return drained.time;
  });
  const byHand = timed(async (round) => {
    const time = await voteByHand(sql, people.byHand.id, block(round));
    await requireSameVotes(sql, people.ours.id, people.byHand.id, block(round));
    return time;
  });
  await measureInTurn([ours, byHand], { rounds, warmUps });
  const parts = [...waits].map(([name, times]) => `${name} ${seconds(mean(times))}`);
  return {
    name: `${actions.toLocaleString('en')} votes sent`,
    ours,
    byHand,
    note: `ours: all sent after ${seconds(mean(sent))}, ${requests} requests; waiting for ${parts.join(', ')}`,
  };
}
