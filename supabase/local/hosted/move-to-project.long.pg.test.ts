import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { postgresTemplateUrl } from '../../../tests/support/postgres.ts';
import { prepareHostedRoles } from '../../../tests/hosted/prepare-hosted.ts';
import { mp3 } from '../../../sync/media/sample-files.ts';
import { readPostmasterPid } from '../postgres/pid-file.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';
import { migrate, runHostedCommand } from './hosted-commands.ts';
import { moveToProject, type Move } from './move-to-project.ts';

let dataDir: string;
let test: TestStack;
let person: TestUser;
let admin: postgres.Sql;
let project: postgres.Sql;
let projectUrl: string;
const stored = new Map<string, Buffer>();
/** The keys in the requests that sent files: `apikey`, then the `Authorization` header. */
const keys = new Set<string>();
let failsAt = Number.POSITIVE_INFINITY;

/** Stands in for the project's Storage: keeps the bytes, and inserts the row as service_role. */
const storage = createServer((req, res) => {
  void (async () => {
    const body = await buffer(req);
    const [bucket = '', ...name] = (req.url ?? '').replace('/storage/v1/object/', '').split('/');
    const path = decodeURIComponent(name.join('/'));
    keys.add([req.headers['apikey'], req.headers['authorization']].join(' '));
    if (stored.size >= failsAt) return res.writeHead(503).end('no answer');
    stored.set(`${bucket}/${path}`, body);
    const metadata = project.json({ size: body.length, mimetype: req.headers['content-type'] ?? '' });
    await project.begin(async (tx) => {
      await tx`set local role service_role`;
      await tx`insert into storage.objects (bucket_id, name, version, metadata)
        values (${bucket}, ${path}, gen_random_uuid()::text, ${metadata})`;
    });
    return res.end('{}');
  })();
});

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-move-'));
  test = await openTestStack({ dataDir });
  person = await test.createUser();
  const cluster = new URL(postgresTemplateUrl());
  cluster.pathname = '/postgres';
  admin = postgres(cluster.href, { max: 1, onnotice: () => undefined });
  await admin.unsafe('create database moved_project template template0');
  cluster.pathname = '/moved_project';
  projectUrl = await prepareHostedRoles(cluster.href, true);
  // Hosted Supabase lets its role set this parameter too.
  await admin.unsafe('grant set on parameter session_replication_role to project_owner');
  await migrate(projectUrl);
  project = postgres(cluster.href, { max: 2, onnotice: () => undefined });
  storage.listen(0, '127.0.0.1');
  await once(storage, 'listening');
});
afterAll(async () => {
  storage.close();
  await project.end();
  await admin.unsafe('drop database moved_project with (force)');
  await admin.unsafe('revoke set on parameter session_replication_role from project_owner');
  await admin.end();
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

const move = (): Move => {
  const address = storage.address();
  return {
    fromUrl: test.stack.keys.databaseUrl,
    dataDir,
    toUrl: projectUrl,
    projectUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    // A JWT, like the key of a self-hosted project, whose Storage reads only bearer tokens.
    secretKey: 'header.claims.signature',
    log: () => undefined,
  };
};

it('moves accounts with their passwords, rows and used files, also repeated after a failure, and refuses a project with other accounts', async () => {
  const bytes = mp3({ frames: 200 });
  for (const name of ['one', 'two', 'unused'])
    await person.client.storage.from('tracks').upload(`${person.id}/${name}.mp3`, bytes, { contentType: 'audio/mpeg' });
  for (const name of ['one', 'two'])
    await test.sql`insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
      values (${person.id}, ${name}, 'Nina', 'House', ${`${person.id}/${name}.mp3`}, 5000, ${bytes.length}, true)`;

  failsAt = 1;
  await expect(moveToProject(move())).rejects.toThrow('files that were sent stay');
  failsAt = Number.POSITIVE_INFINITY;
  await moveToProject(move());
  await moveToProject(move());

  const table = async (sql: postgres.Sql, name: string) => [
    ...(await sql.unsafe(`select * from ${name} x order by x::text`)),
  ];
  for (const name of [
    'public.tracks',
    'public.user_profiles',
    'public.user_balances',
    'public.zap_actions',
    'private.operators',
  ])
    expect(await table(project, name), name).toEqual(await table(test.sql, name));
  const passwords = (sql: postgres.Sql) => sql`select id, email, encrypted_password from auth.users`;
  expect([...(await passwords(project))]).toEqual([...(await passwords(test.sql))]);
  // pgcrypto does not know '$2b$', a newer prefix of the same hash.
  const [matches] = await project`
    select extensions.crypt(${person.password}, hash) = hash as matches
    from auth.users, regexp_replace(encrypted_password, '^[$]2b[$]', '$2a$') hash`;
  expect(matches).toEqual({ matches: true });
  expect([...keys]).toEqual(['header.claims.signature Bearer header.claims.signature']);
  expect([...stored.keys()]).toEqual([`tracks/${person.id}/one.mp3`, `tracks/${person.id}/two.mp3`]);
  expect([...stored.values()].map((file) => Buffer.compare(file, Buffer.from(bytes)))).toEqual([0, 0]);
  const files = await project`select o.owner_id, f.kind, f.checked_at >= o.updated_at as current
    from storage.objects o join private.file_facts f on f.bucket_id = o.bucket_id and f.name = o.name`;
  const checked = { owner_id: person.id, kind: 'mpeg', current: true };
  expect([...files]).toEqual([checked, checked]);

  await test.createUser();
  await expect(moveToProject(move())).rejects.toThrow('The project has other accounts');
});

it('the command moves an installation without DATABASE_URL: it starts the database of the data folder, and stops it', async () => {
  const ids = (sql: postgres.Sql) => sql<{ id: string }[]>`select id from auth.users order by id`;
  const here = [...(await ids(test.sql))];
  await test.sql.end();
  await test.stack.stop();
  await project`delete from auth.users`;
  const { toUrl, projectUrl: url, secretKey } = move();
  const env = {
    UNDERCURRENT_DATA: dataDir,
    PROJECT_DATABASE_URL: toUrl,
    PROJECT_URL: url,
    PROJECT_SECRET_KEY: secretKey,
  };
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(await runHostedCommand(['move-to-project'], env)).toBe(0);
  expect(lines.mock.lastCall).toEqual(['Done. People sign in again, with their passwords.']);
  expect([...(await ids(project))]).toEqual(here);
  expect(readPostmasterPid(join(dataDir, 'postgres', 'cluster'))).toBeNull();
});
