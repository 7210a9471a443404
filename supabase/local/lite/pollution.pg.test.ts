import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openTestStack, type TestStack } from '../test-stack.ts';

const embedded = 'tracks?select=id,shared_tracks(id,tracks(id)),track_votes(id)';
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
const polluting = names.flatMap((name) => [
  ...['get', 'fd', 'schema', 'where', 'ignoreAuthorization', 'keys', 'prototype'].map(
    (property) => `${embedded}&shared_tracks.${name}.${property}=eq.1`,
  ),
  `${embedded}&track_votes.${name}.order=id`,
  `${embedded}&track_votes.${name}.limit=1`,
  `${embedded}&${name}.order=id`,
  `${embedded}&shared_tracks.${name}=eq.1`,
  `tracks?${name}=eq.1`,
  `tracks?${name}=eq.1&${name}=eq.2`,
  `tracks?id=${name}.1`,
  `tracks?select=${name}:shared_tracks(id)&${name}.get=eq.1&${name}.${name}.get=eq.1`,
]);

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack();
});
afterAll(() => test.close());

const answer = z.object({
  statusBefore: z.number(),
  statuses: z.array(z.number()),
  isPolluted: z.boolean(),
  statusAfter: z.number(),
});

async function pollute(flags: readonly string[], patch: 'patched' | 'as published', paths = polluting) {
  const program = fileURLToPath(new URL('./pollute-lite.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    program,
    test.stack.keys.databaseUrl,
    patch,
    ...paths,
  ]);
  return answer.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

describe('Names of properties that every object has', () => {
  it('pollute lite as published: this is why the guards exist', async () => {
    const bare = await pollute([], 'as published', [`${embedded}&shared_tracks.__proto__.polluted=eq.1`]);
    expect(bare).toMatchObject({ statusBefore: 200, isPolluted: true });
  });

  it('do not reach lite', async () => {
    const { url, keys } = test.stack;
    for (const path of polluting) {
      const response = await fetch(`${url}/rest/v1/${path}`, { headers: { apikey: keys.publishableKey } });
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json()).toMatchObject({ code: 'PGRST100' });
    }
    const bodies = ['{"__proto__":{"a":1}}', '[{"a":{"constructor":1}}]', '{"\\u005f_proto__":1}'];
    for (const endpoint of [
      '/rest/v1/tracks',
      '/rest/v1/rpc/sync_push',
      '/auth/v1/signup',
      '/auth/v1/token?grant_type=password',
    ]) {
      for (const body of bodies) {
        const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' };
        const { status } = await fetch(`${url}${endpoint}`, { method: 'POST', headers, body });
        expect([endpoint, body, status]).toEqual([endpoint, body, 400]);
      }
    }
  });

  it('are ordinary names to the patched lite', async () => {
    const patched = await pollute([], 'patched');
    expect(patched).toMatchObject({ statusBefore: 200, isPolluted: false, statusAfter: 200 });
  });

  it('change nothing where the intrinsics are frozen', async () => {
    const flags = ['--frozen-intrinsics', '--disable-proto=throw', '--disable-warning=ExperimentalWarning'];
    expect(await pollute(flags, 'as published')).toMatchObject({
      statusBefore: 200,
      isPolluted: false,
      statusAfter: 200,
    });
  });
});

it('the REST endpoint accepts JSON bodies only, since names in other bodies are not checked', async () => {
  const { url, keys } = test.stack;
  for (const type of ['text/csv', 'application/x-www-form-urlencoded', 'text/csv; application/json']) {
    const headers = { apikey: keys.publishableKey, 'content-type': type };
    const response = await fetch(`${url}/rest/v1/tracks`, { method: 'POST', headers, body: '{}' });
    expect([type, response.status]).toEqual([type, 415]);
  }
});
