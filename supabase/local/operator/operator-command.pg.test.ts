import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { runOperatorCommand } from './operator-command.ts';

let db: TestDatabase;
let dataDir: string;
const printed: string[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent operator '));
  await writeFile(join(dataDir, 'keys.json'), JSON.stringify({ databaseUrl: db.url }));
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  printed.length = 0;
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((text: string) => void printed.push(text));
});

async function run(argv: readonly string[], env: NodeJS.ProcessEnv = { UNDERCURRENT_DATA: dataDir }) {
  printed.length = 0;
  return { code: await runOperatorCommand(argv, env), text: printed.join('\n') };
}

it('grants, lists and revokes the role in the database of the data folder', async () => {
  const email = `${randomUUID()}@example.com`;
  const id = await db.createUser({ email });
  const queue = () => db.asUser(id).rpc('operator_queue', { p_list: 'open' });
  expect((await run(['list'])).text).toMatch(/^There are no operators\./);
  expect(await run(['grant', email])).toEqual({
    code: 0,
    text: `${email} is an operator now, and finds the page at /operator.`,
  });
  expect(await queue()).toMatchObject({ rows: [] });
  expect(await run(['grant', email])).toEqual({ code: 0, text: `${email} is an operator already.` });
  expect((await run(['list'])).text).toBe(`${email}, since ${new Date().toISOString().slice(0, 10)}`);
  expect(await run(['revoke', email])).toEqual({ code: 0, text: `${email} is no longer an operator.` });
  await expect(queue()).rejects.toMatchObject({ code: '42501' });
});

it('says what to do if the account, its confirmation or the server is missing', async () => {
  await db.sql`insert into auth.users (id, email) values (${randomUUID()}, 'new@example.com')`;
  expect(await run(['grant', 'nobody@example.com'])).toEqual({
    code: 1,
    text: 'nobody@example.com has no account here. Ask the person to sign up, then run this again.',
  });
  expect(await run(['grant', 'new@example.com'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('link in the sign-up mail'),
  });
  expect(await run(['list'], { UNDERCURRENT_DATA: join(dataDir, 'absent') })).toMatchObject({
    code: 1,
    text: expect.stringContaining('Start the server with npm start'),
  });
  expect(await run(['list'], { DATABASE_URL: 'postgres://localhost:1/none' })).toEqual({
    code: 1,
    text: 'The database does not answer. Start the server with npm start, then run this again. Nothing was changed.',
  });
});

it.each([[[]], [['grant']], [['grant', 'a@example.com', 'b@example.com']], [['list', 'x']], [['delete', 'x']]])(
  'prints its help for %j, and changes nothing',
  async (argv) => {
    expect(await run(argv)).toMatchObject({
      code: 2,
      text: expect.stringContaining('npm run operator -- grant EMAIL'),
    });
  },
);
