import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { brokenLedgers, createTrack } from '../../supabase/tests/scene.ts';
import { addPerson, beBusy, type Accepted, type Person } from './busy-person.ts';
import { KillableStack } from './killable-stack.ts';

const PEOPLE = 8;
const PLAYS = 60;

export interface Killed {
  readonly lines: readonly string[];
  /** What was lost, left over or added up wrongly; empty when all is well. */
  readonly faults: readonly string[];
}

/** Kills PostgreSQL, the process, and both, while people are busy, and looks after each for what the server had said yes to. */
export async function killThreeTimes(): Promise<Killed> {
  const stack = await KillableStack.open();
  const lines: string[] = [];
  const faults: string[] = [];
  try {
    const accepted: Accepted = { actions: new Set(), files: new Map() };
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => addPerson(stack)));
    const tracks = await setGround(stack, people);
    let isOver = false;
    const busy = Promise.all(people.map((person) => beBusy(stack, person, tracks, accepted))).finally(
      () => (isOver = true),
    );
    busy.catch(() => undefined);
    const kills = [
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
    for (const [index, [what, kill]] of kills.entries()) {
      const goal = ((index + 1) * PEOPLE * PLAYS) / 4;
      while (!isOver && accepted.actions.size < goal) await new Promise((done) => setTimeout(done, 5));
      if (isOver) await busy;
      const before = { actions: new Set(accepted.actions), files: new Map(accepted.files) };
      await kill();
      await stack.isWell();
      const found = await look(stack, before);
      faults.push(...found.map((fault) => `after ${what} was killed: ${fault}`));
      lines.push(
        `${what} killed after ${before.actions.size} actions and ${before.files.size} files: ${found.length} faults`,
      );
    }
    await busy;
    const found = [...(await look(stack, accepted)), ...(await sweep(stack))];
    faults.push(...found);
    lines.push(`at the end ${accepted.actions.size} actions and ${accepted.files.size} files: ${found.length} faults`);
  } catch (error) {
    faults.push(String(error));
  } finally {
    await stack.close();
  }
  return { lines, faults };
}

/** Accounts of long ago, who have heard nothing yet, and an artist's tracks for them. */
async function setGround(stack: KillableStack, people: readonly Person[]): Promise<string[]> {
  const artist = await addPerson(stack);
  return await withDatabase(stack, async (sql) => {
    await sql`update auth.users set created_at = '2020-01-01' where id in ${sql(people.map(({ id }) => id))}`;
    return await Promise.all(Array.from({ length: PLAYS }, () => createTrack({ sql }, artist.id)));
  });
}

/** What of the accepted is missing, or done twice, and which ledgers do not add up. */
async function look(stack: KillableStack, accepted: Accepted): Promise<string[]> {
  const faults: string[] = [];
  await withDatabase(stack, async (sql) => {
    const logged = await sql`select action_id from public.action_log where status = 'applied'`;
    const known = new Set(logged.map((row) => String(row['action_id'])));
    for (const id of accepted.actions) if (!known.has(id)) faults.push(`the accepted action ${id} is lost`);
    const [sums] = await sql`
      select (select count(*) from public.action_log where kind = 'play.record' and status = 'applied')::int as said,
        (select count(*) from public.track_plays)::int as counted, (select sum(play_count) from public.tracks)::int as shown`;
    if (sums?.['said'] !== sums?.['counted'] || sums?.['said'] !== sums?.['shown'])
      faults.push(`plays were counted otherwise than accepted: ${JSON.stringify(sums)}`);
    for (const broken of await brokenLedgers({ sql }))
      faults.push(`a ledger does not add up: ${JSON.stringify(broken)}`);
  });
  for (const [path, bytes] of accepted.files) {
    const response = await fetch(`${stack.url}/storage/v1/object/public/${path}`);
    const { length } = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200 || length !== bytes)
      faults.push(`the accepted file ${path} answers ${response.status}`);
  }
  return faults;
}

/** Lets a day pass for every file and starts anew, which sweeps: then each file is a row's, and each row is named. */
async function sweep(stack: KillableStack): Promise<string[]> {
  const storage = join(stack.dataDir, 'storage');
  await withDatabase(stack, async (sql) => {
    await sql`update storage.objects set created_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'`;
  });
  await stack.stop();
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const file of filesIn(storage)) utimesSync(join(storage, file), longAgo, longAgo);
  await stack.start();
  const swept = await fetch(`${stack.url}/functions/v1/remove-files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: stack.keys.serviceRoleKey },
    body: JSON.stringify({ sweep: true }),
  });
  if (swept.status !== 200) return [`the sweep answered ${swept.status}`];
  // A stop waits for the sweep of the disk that the start began.
  const rows = await withDatabase(stack, async (sql) => [
    ...(await sql`select version, private.is_file_named(bucket_id, name) as named from storage.objects`),
  ]);
  await stack.stop();
  const versions = new Set(rows.map((row) => String(row['version'])));
  const left = filesIn(storage).filter((file) => !versions.has(file.split('/').at(-1) ?? ''));
  const unnamed = rows.filter((row) => row['named'] !== true);
  return [
    ...left.map((file) => `the file ${file} is left without a row`),
    ...unnamed.map((row) => `the file ${String(row['version'])} is left, and no row names it`),
  ];
}

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(dir.length + 1));
}

async function withDatabase<T>({ keys }: KillableStack, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(keys.databaseUrl, { max: 2, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
