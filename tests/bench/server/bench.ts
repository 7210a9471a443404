// `npm run bench -- server [--size 0.1] [--plans] [--rounds 30] [--only name]` compares the server's calls with the same
// work by hand, at one size and at a tenth of it.
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { type Timed, measureInTurn, ms, summary, table, timed } from '../measure.ts';
import type { Case, Scene } from './case.ts';
import { type BenchServer, connect, startBenchServer } from './database.ts';
import { plansOf, summarise } from './plans.ts';
import { pullCases } from './pulls.ts';
import { pushCases } from './pushes.ts';
import { readCases } from './reads.ts';
import { amounts, seed } from './seed.ts';
import { type Side, runSide } from './session.ts';

/** Number of past transactions that seeded rows belong to, at a size of 1: as many as in half a year. */
const TRANSACTIONS = 500_000;
/** Unmeasured rounds. Meanwhile caches fill, and prepared statements settle on a plan at the sixth run. */
const WARM_UPS = 8;

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '30' },
    plans: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

interface Seeded {
  readonly url: string;
  readonly listener: string;
  readonly cases: readonly Case[];
  readonly sql: Readonly<Record<Side, postgres.Sql>>;
  close(): Promise<void>;
}

async function openSeeded(
  server: BenchServer,
  name: string,
  size: number,
  transactions: { first: bigint; count: number },
) {
  const amount = amounts(size);
  const url = await server.createDatabase(name);
  const sql = { ours: connect(url), byHand: connect(url) };
  const seconds = await seed(sql.byHand, amount, transactions);
  console.log(
    `Seeded in ${seconds.toFixed(0)} s: ${Object.entries(amount)
      .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
      .join(', ')}`,
  );
  const value = async (text: string) => {
    const rows = await sql.byHand.unsafe<{ result: string }[]>(text);
    return rows[0]?.result ?? '';
  };
  const listener = await value(`select bench.id('user', 1)::text as result`);
  const scene: Scene = { listener, partner: await value(`select bench.id('user', 2)::text as result`), value };
  const cases = [...(await pushCases(scene)), ...(await pullCases(scene)), ...(await readCases(scene))];
  const close = async () => {
    await Promise.all(Object.values(sql).map((each) => each.end({ timeout: 5 })));
  };
  return { url, listener, cases, sql, close } satisfies Seeded;
}

async function requireSame(seeded: Seeded, each: Case): Promise<void> {
  const of = async (side: Side) => {
    const { result, effects } = await runSide(seeded.sql[side], seeded.listener, each, side, 50_000);
    return { result: each.comparable === undefined ? result : each.comparable(result), effects };
  };
  const [ours, byHand] = [await of('ours'), await of('byHand')];
  assert.deepEqual(ours, byHand, `${each.name}: ours and by hand differ`);
  // Two sides that do nothing would agree too.
  const answer = JSON.stringify(ours.result);
  assert.ok(answer.length > 60 && !answer.includes('"rejected"'), `${each.name}: the work was not done: ${answer}`);
}

const time = (seeded: Seeded, each: Case, side: Side) => async (round: number) =>
  (await runSide(seeded.sql[side], seeded.listener, each, side, round)).time;
function shown(piece: Timed): string {
  const { median, min, max } = summary(piece);
  return `${ms(median)} (${ms(min)}–${ms(max)})`;
}
const ratio = (numerator: Timed, denominator: Timed) =>
  (summary(numerator).median / summary(denominator).median).toFixed(2);

async function measure(full: Seeded, tenth: Seeded, rounds: number, size: number): Promise<void> {
  const rows: string[][] = [];
  for (const [index, each] of full.cases.entries()) {
    const smaller = tenth.cases[index];
    if (smaller === undefined || !each.name.includes(options.only)) continue;
    await requireSame(full, each);
    await requireSame(tenth, smaller);
    const pieces = {
      small: timed(time(tenth, smaller, 'ours')),
      smallByHand: timed(time(tenth, smaller, 'byHand')),
      large: timed(time(full, each, 'ours')),
      largeByHand: timed(time(full, each, 'byHand')),
    };
    await measureInTurn(Object.values(pieces), { rounds, warmUps: WARM_UPS });
    rows.push([
      each.name,
      shown(pieces.small),
      shown(pieces.smallByHand),
      ratio(pieces.small, pieces.smallByHand),
      shown(pieces.large),
      shown(pieces.largeByHand),
      ratio(pieces.large, pieces.largeByHand),
      ratio(pieces.large, pieces.small),
    ]);
  }
  console.log(
    '\nMilliseconds of a call: median (least–most). Ratio: ours to by hand. Growth: the larger to the smaller, ours.\n',
  );
  const [small, large] = [size / 10, size].map((each) => `size ${Number(each.toPrecision(2))}`);
  const head = ['', `${small}, ours`, 'by hand', 'ratio', `${large}, ours`, 'by hand', 'ratio', 'growth'];
  console.log(table(head, rows));
}

async function showPlans(seeded: Seeded): Promise<void> {
  console.log('\nPlans at the larger size: of every statement inside the call.');
  for (const each of seeded.cases) {
    if (!each.name.includes(options.only)) continue;
    for (const side of ['ours', 'byHand'] as const) {
      const plans = await plansOf(seeded.url, seeded.listener, each, side);
      const { indexes, fullScans } = summarise(plans);
      console.log(`\n${each.name}, ${side === 'ours' ? 'ours' : 'by hand'}: ${plans.length} statements`);
      console.log(`  indexes: ${indexes.join(', ') || 'none'}`);
      console.log(`  big tables scanned fully: ${fullScans.join(', ') || 'none'}`);
      if (!options.plans) continue;
      for (const plan of plans)
        console.log(`\n  ${plan.ms.toFixed(3)} ms  ${plan.query}\n${plan.text.replace(/^/gm, '    ')}`);
    }
  }
}

async function main(): Promise<void> {
  const size = Number(options.size);
  const server = await startBenchServer();
  try {
    console.log(`PostgreSQL ${server.version}, size ${size} and a tenth of it`);
    const count = Math.max(1000, Math.round(TRANSACTIONS * size));
    const transactions = { first: await server.passTransactions(count), count };
    const tenth = await openSeeded(server, 'bench_tenth', size / 10, transactions);
    const full = await openSeeded(server, 'bench_full', size, transactions);
    await measure(full, tenth, Number(options.rounds), size);
    await showPlans(full);
    await tenth.close();
    await full.close();
  } finally {
    await server.stop();
  }
}

const started = performance.now();
await main();
console.log(`\nDone in ${((performance.now() - started) / 1000).toFixed(0)} s`);
