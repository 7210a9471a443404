import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import postgres from 'postgres';
import checkUpload from '../../supabase/functions/check-upload/index.ts';
import { mp3, png } from '../../sync/media/sample-files.ts';
import { sendFile } from '../../sync/remote/send-file.ts';
import type { FileSent, FileToSend } from '../../sync/upload-types.ts';

const help = `STORAGE_DATABASE_URL=... STORAGE_JWT_SECRET=... npm run test:hosted -- --storage http://localhost:5000
  STORAGE_DATABASE_URL: the database of this Storage, with all migrations (npm run migrate), as a role that bypasses policies.
  It adds accounts, files and no tracks, and removes the accounts at the end.`;

interface Tried {
  readonly storageUrl: string;
  readonly secret: string;
  readonly sql: postgres.Sql;
  /** The address of the project to which this Storage belongs. */
  readonly projectUrl: string;
}

/** Sends files with the app's own code to a Supabase Storage server, and checks what is kept and what is public. */
export async function tryStorage(storageUrl: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { STORAGE_DATABASE_URL: databaseUrl, STORAGE_JWT_SECRET: secret } = env;
  if (!storageUrl || !databaseUrl || !secret) throw new Error(help);
  const sql = postgres(databaseUrl, { max: 4, prepare: false, onnotice: () => undefined });
  const gateway = await openGateway(storageUrl.replace(/\/$/, ''), sql);
  const address = gateway.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const tried: Tried = { storageUrl, secret, sql, projectUrl: `http://127.0.0.1:${port}` };
  const people: string[] = [];
  const newPerson = async () => {
    const id = randomUUID();
    people.push(id);
    await sql`insert into auth.users (id, email, email_confirmed_at, created_at)
      values (${id}, ${`${id}@example.com`}, now(), now())`;
    return id;
  };
  try {
    await limitHolds(tried, await newPerson());
    await onlyCheckedIsPublic(tried, await newPerson());
    await pictureIsReplaced(tried, await newPerson());
    console.log('This Storage does what the app needs.');
  } finally {
    await sql`delete from auth.users where id = any (${people}::uuid[])`;
    gateway.close();
    await sql.end({ timeout: 5 });
  }
}

async function limitHolds(tried: Tried, person: string): Promise<void> {
  const song = new Blob([mp3({ frames: 200 })], { type: 'audio/mpeg' });
  const sent = await Promise.all(
    Array.from({ length: 40 }, () => send(tried, person, { bucket: 'tracks', path: newPath(person), blob: song })),
  );
  const rows = await tried.sql`select 1 from storage.objects where owner_id = ${person}`;
  assert.equal(rows.length, 6, 'of 40 uploads at once, six files are kept');
  assert.equal(sent.filter(({ kind }) => kind === 'up').length, 6);
  console.log('ok: of 40 uploads at once, six files are kept');
}

async function onlyCheckedIsPublic(tried: Tried, person: string): Promise<void> {
  // More than one part of 6 MB.
  const song = new Blob([mp3({ frames: 17_000 })], { type: 'audio/mpeg' });
  const text = new Blob(['no music '.repeat(1000)], { type: 'audio/mpeg' });
  for (const [blob, kind] of [
    [song, 'mpeg'],
    [text, 'unknown'],
  ] as const) {
    const path = newPath(person);
    const sent = await send(tried, person, { bucket: 'tracks', path, blob });
    // A Storage that reads the bytes refuses the text at the upload, before the check.
    if (blob === text && sent.kind === 'refused') continue;
    assert.deepEqual(sent, { kind: 'up' });
    assert.equal(await isPublic(tried, 'tracks', path), false, 'an unchecked file is not public');
    assert.equal(await check(tried, 'tracks', path), kind);
    assert.equal(await isPublic(tried, 'tracks', path), kind === 'mpeg', `public as ${kind}`);
  }
  console.log('ok: a file is public once it was checked, and text declared as audio never is');
}

async function pictureIsReplaced(tried: Tried, person: string): Promise<void> {
  const path = `${person}/avatar.png`;
  for (const width of [4, 8]) {
    const bytes = Buffer.from(png({ width, height: width }));
    const blob = new Blob([bytes], { type: 'image/png' });
    assert.deepEqual(await send(tried, person, { bucket: 'avatars', path, blob }), { kind: 'up' });
    assert.equal(await check(tried, 'avatars', path), 'png');
    const answer = await fetch(`${tried.projectUrl}/storage/v1/object/public/avatars/${path}?w=${width}`);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes, 'the newest picture is public');
  }
  console.log('ok: a profile picture replaces the one before it');
}

const newPath = (person: string) => `${person}/${randomUUID()}.mp3`;

async function send(tried: Tried, person: string, file: Omit<FileToSend, 'tusUrl'>): Promise<FileSent> {
  const authorization = `Bearer ${signToken(tried.secret, { role: 'authenticated', sub: person })}`;
  const endpoint = {
    fetch,
    address: `${tried.storageUrl.replace(/\/$/, '')}/upload/resumable`,
    headers: () => Promise.resolve({ authorization }),
  };
  const options = { signal: AbortSignal.timeout(120_000), onAddress: () => Promise.resolve() };
  return await sendFile(endpoint, { ...file, tusUrl: null }, options);
}

async function check(tried: Tried, bucket: string, name: string): Promise<unknown> {
  const key = signToken(tried.secret, { role: 'service_role' });
  const request = new Request(`${tried.projectUrl}/functions/v1/check-upload`, {
    method: 'POST',
    headers: { apikey: key },
    body: JSON.stringify({ bucket, name }),
  });
  const env = { SUPABASE_URL: tried.projectUrl, SUPABASE_SERVICE_ROLE_KEY: key };
  const response = await checkUpload.fetch(request, { env });
  const body: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return Object(body).kind;
}

async function isPublic({ projectUrl }: Tried, bucket: string, path: string): Promise<boolean> {
  const response = await fetch(`${projectUrl}/storage/v1/object/public/${bucket}/${path}`);
  await response.arrayBuffer();
  return response.ok;
}

/** A project's gateway with this Storage, and with the database in place of REST. */
async function openGateway(storageUrl: string, sql: postgres.Sql): Promise<Server> {
  const server = createServer((req, res) => {
    void (async () => {
      const body = await buffer(req);
      const path = req.url ?? '';
      const procedure = /^\/rest\/v1\/rpc\/(\w+)$/.exec(path)?.[1];
      if (procedure !== undefined) {
        const args: Record<string, string | number | null> = JSON.parse(body.toString());
        const named = Object.keys(args).map((name, n) => `${name} => $${n + 1}`);
        const [row] = await sql.unsafe(
          `select public.${procedure}(${named.join(', ')}) as answer`,
          Object.values(args),
        );
        return res.end(JSON.stringify(row?.['answer'] ?? null));
      }
      const { authorization = '', 'content-type': type = 'application/json' } = req.headers;
      const answer = await fetch(storageUrl + path.replace(/^\/storage\/v1/, ''), {
        method: req.method ?? 'GET',
        headers: { 'content-type': type, ...(authorization ? { authorization } : {}) },
        ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
      });
      return res.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    })().catch((error: unknown) => res.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function signToken(secret: string, claims: Readonly<Record<string, string>>): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, exp })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
