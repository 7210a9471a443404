import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDeno, waitForAddress } from '../../tests/support/deno-functions.ts';

/** Replaces the Edge Runtime. Its workers import a function from the repository instead of the container's folder. */
const runtime = `
const folder = ${JSON.stringify(new URL('../functions/', import.meta.url).href)};
globalThis.EdgeRuntime = { userWorkers: { async create({ servicePath, envVars }) {
  const { default: entry } = await import(servicePath.replace('/home/deno/functions/', folder) + '/index.ts');
  return { fetch: (request) => entry.fetch(request, { env: Object.fromEntries(envVars) }) };
} } };
const { serve } = Deno;
Deno.serve = (handler) => serve({ hostname: '127.0.0.1', port: 0 }, handler);
await import(${JSON.stringify(new URL('main/index.ts', import.meta.url).href)});
`;

let folder: string;
let deno: ChildProcess;
let address: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'undercurrent-main-'));
  const file = join(folder, 'runtime.mjs');
  writeFileSync(file, runtime);
  deno = startDeno(['run', '--allow-read'], file, {
    DENO_DIR: join(folder, 'cache'),
    SUPABASE_URL: 'http://gateway:8080',
    SUPABASE_SERVICE_ROLE_KEY: 'service-key',
  });
  address = await waitForAddress(deno, 'the main service');
});
afterAll(() => {
  deno.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const status = async (path: string, init: RequestInit = {}) => (await fetch(address + path, init)).status;

it('hands a request to the function that its path names, with the environment', async () => {
  const folders = readdirSync(new URL('../functions', import.meta.url)).filter((name) => !name.startsWith('_'));
  for (const name of folders) expect(await status(`/${name}`, { method: 'PUT' }), name).toBe(405);
  // Without the environment, the function could not compare the key, and would answer 500.
  expect(await status('/remove-files', { method: 'POST', body: '{}', headers: { apikey: 'other-key' } })).toBe(401);
});

it('runs nothing but functions', async () => {
  for (const path of ['/', '/_shared', '/..%2Fmain', '/%2e%2e/main', '/no-such-function', '/check-upload%2F..'])
    expect(await status(path), path).toBe(404);
});
