import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mp3, png } from '../../sync/media/sample-files.ts';
import { type TestStack, type TestUser, openTestStack } from '../local/test-stack.ts';
import { findColumnsWith } from './person-columns.ts';

let test: TestStack;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent erased '));
  test = await openTestStack({ dataDir });
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

const song = Buffer.from(mp3({ frames: 200 }));
const picture = Buffer.from(png({ width: 100, height: 100 }));

async function upload(person: TestUser, bucket: string, name: string, file: Buffer, contentType: string) {
  const path = `${person.id}/${name}`;
  const { error } = await person.client.storage.from(bucket).upload(path, file, { contentType });
  expect(error, name).toBe(null);
  return (await test.stack.storage.findFile(bucket, path)) ?? '';
}

const tus = ({ token }: TestUser) => ({
  authorization: `Bearer ${token}`,
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
});

/** Sends the first bytes of a resumable upload. @returns its address */
async function begin(person: TestUser, name: string): Promise<string> {
  const metadata = { bucketName: 'tracks', objectName: `${person.id}/${name}`, contentType: 'audio/mpeg' };
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  const response = await fetch(`${test.stack.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...tus(person), 'upload-length': String(song.length), 'upload-metadata': pairs.join(',') },
    body: new Uint8Array(song.subarray(0, 1000)),
  });
  expect(response.status, name).toBe(201);
  return new URL(response.headers.get('location') ?? '', response.url).href;
}

async function finish(person: TestUser, address: string): Promise<void> {
  const headers = { ...tus(person), 'upload-offset': '1000' };
  const response = await fetch(address, { method: 'PATCH', headers, body: new Uint8Array(song.subarray(1000)) });
  expect(response.status).toBe(204);
}

/** The files of the data folder without those of the database itself. */
async function listFiles(folder = ''): Promise<string[]> {
  if (folder === join('postgres', 'cluster')) return [];
  const names: string[] = [];
  for (const entry of await readdir(join(dataDir, folder), { withFileTypes: true })) {
    const name = join(folder, entry.name);
    names.push(...(entry.isDirectory() ? await listFiles(name) : [name]));
  }
  return names;
}

/** The files that contain one of the texts, or have it in their names. */
async function findFilesWith(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of await listFiles()) {
    const content = await readFile(join(dataDir, name), 'latin1');
    if (texts.some((text) => name.includes(text) || content.includes(text))) found.push(name);
  }
  return found.map((name) => name.replace(/[0-9a-f]{32}/, '*')).sort();
}

it('[S-6] the deletion of an account deletes its files, rows and bytes; unfinished uploads and the mailbox keep its id and address for a while', async () => {
  const person = await test.createUser();
  const paths = [
    await upload(person, 'tracks', 'song.mp3', song, 'audio/mpeg'),
    await upload(person, 'covers', 'cover.png', picture, 'image/png'),
    await upload(person, 'avatars', 'avatar.png', picture, 'image/png'),
    await upload(person, 'incoming', 'tracks/next.mp3', song, 'audio/mpeg'),
  ];
  await finish(person, await begin(person, 'finished.mp3'));
  await begin(person, 'unfinished.mp3');
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);

  expect(await person.client.rpc('delete_my_profile')).toMatchObject({ data: { success: true }, error: null });
  await expect.poll(async () => [...(await test.sql`select name from private.file_removals`)]).toEqual([]);
  expect(paths.filter((path) => existsSync(path))).toEqual([]);
  expect(await findColumnsWith(test.sql, person.email)).toEqual([]);
  expect(await findColumnsWith(test.sql, person.id), 'the tombstone').toEqual(['public.user_profiles.id']);
  expect(await findFilesWith([person.id, person.email])).toEqual([
    'mailbox.json',
    join('storage', 'done', '*'),
    join('storage', 'partial', '*.json'),
  ]);
});
