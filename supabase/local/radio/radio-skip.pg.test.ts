import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mp3 } from '../../../sync/media/sample-files.ts';
import { readPublicAddress } from '../http/public-address.ts';
import { startRadio } from './start-radio.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let operator: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  operator = await test.createUser();
  await test.sql`select private.set_operator(${operator.email}, true)`;
});
afterAll(() => test.close());

/** Five minutes, so that no track ends by itself meanwhile. */
const bytes = mp3({ frames: 11_500 });

async function addTrack(title: string): Promise<string> {
  const id = randomUUID();
  const name = `${operator.id}/${id}.mp3`;
  await test.stack.storage.putObject({ bucket: 'tracks', name, bytes, ownerId: operator.id });
  await test.sql`
    insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, radio_opt_in,
                               rights_confirmed, is_public, sponsored, sponsored_at)
    values (${id}, ${operator.id}, ${title}, 'Someone', 'House', ${name}, 300000, ${bytes.length}, true, true, true, true, now())`;
  return id;
}

const playing = async () =>
  (await (await fetch(`${test.stack.url}/radio/api/nowplaying/undercurrent`)).json()).now_playing?.song.title ?? null;
const onPage = async () => Object((await operator.client.rpc('operator_radio')).data).playing;

it('An operator skips the playing track: within seconds devices get the name of the next track, and the stream goes on', async () => {
  await addTrack('First');
  await expect.poll(playing, { timeout: 15_000 }).toBe('First');
  await addTrack('Second');
  const controller = new AbortController();
  const stream = await fetch(`${test.stack.url}/radio/radio.mp3`, { signal: controller.signal });
  let received = 0;
  const read = async () => {
    for await (const chunk of stream.body ?? []) received += chunk.length;
  };
  read().catch(() => undefined);
  await expect.poll(async () => (await onPage())?.title, { timeout: 15_000 }).toBe('First');
  await expect.poll(() => received).toBeGreaterThan(0);

  const { airing_id: airing } = await onPage();
  const skip = { p_airing_id: airing, p_reason: 'Silence for a minute' };
  expect((await operator.client.rpc('operator_skip', skip)).data).toEqual({ success: true });
  await expect.poll(playing, { timeout: 5_000 }).toBe('Second');
  await expect.poll(async () => (await onPage())?.title, { timeout: 5_000 }).toBe('Second');
  expect((await onPage()).is_skipped).toBe(false);
  const before = received;
  await expect.poll(() => received, { timeout: 5_000 }).toBeGreaterThan(before);
  controller.abort();
  expect((await operator.client.rpc('operator_skip', skip)).data).toMatchObject({ code: 'airing_over' });
  expect(await playing()).toBe('Second');
});

it('An operator stops the station: its streams end, it stays stopped after a restart of the server, and plays once it is started', async () => {
  await expect.poll(playing, { timeout: 15_000 }).not.toBeNull();
  const stream = await fetch(`${test.stack.url}/radio/radio.mp3`);
  const stopped = (await operator.client.rpc('operator_stop_station', { p_reason: 'Complaints' })).data;
  expect(stopped).toEqual({ success: true, act_id: expect.any(String) });
  for await (const _ of stream.body ?? []);
  expect(await playing()).toBeNull();
  expect((await fetch(`${test.stack.url}/radio/radio.mp3`)).status).toBe(503);
  await expect.poll(onPage, { timeout: 5_000 }).toBeNull();

  // The station as after a restart of the server.
  const other = await startRadio({
    sql: test.sql,
    findFile: test.stack.storage.findFile,
    publicAddress: readPublicAddress(undefined, test.stack.port),
    addressOf: () => '127.0.0.1',
    log: () => undefined,
  });
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://radio');
    void other.handle({ id: '', req, res, url, readBody: () => Promise.reject(new Error()), blame: () => undefined });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = Object(server.address());
  const answer = await (await fetch(`http://127.0.0.1:${port}/radio/api/nowplaying/undercurrent`)).json();
  expect(answer).toMatchObject({ is_online: false, now_playing: null });
  server.close();
  await other.close();

  const start = { p_act_id: Object(stopped).act_id, p_reason: 'Settled' };
  expect((await operator.client.rpc('operator_start_station', start)).data).toEqual({ success: true });
  await expect.poll(playing, { timeout: 15_000 }).not.toBeNull();
});
