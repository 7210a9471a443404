import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { adaptLite, keepWarnings, LITE_VERSION, throwWhenUnreadable } from './lite-internals.ts';
import { withCause } from './error-cause.ts';

it('reports an unreadable database as away, even if another error follows', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const connection = { answer: { tables: [] as string[] }, introspect: async () => connection.answer };
  throwWhenUnreadable(connection);
  const introspect = () =>
    withCause(async () => {
      try {
        return (await connection.introspect()).tables;
      } catch (error) {
        console.error('Introspection failed:', error);
        console.error(Object.assign(new Error('Could not find the function'), { code: 'PGRST202' }));
        return null;
      }
    });
  expect(await introspect()).toEqual({
    value: null,
    cause: { kind: 'trouble', isAway: true, message: 'The database cannot be read' },
  });
  connection.answer = { tables: ['tracks'] };
  expect(await introspect()).toEqual({ value: ['tracks'], cause: null });
  print.mockRestore();
});

it('process.emitWarning() accepts an Error, instead of throwing to its caller', async () => {
  const loaded = process.emitWarning;
  expect(() => process.emitWarning(new Error('many listeners'))).toThrow(TypeError);
  keepWarnings();
  const warned = once(process, 'warning');
  process.emitWarning(new Error('many listeners'));
  expect(await warned).toEqual([new Error('many listeners')]);
  process.emitWarning = loaded;
});

it('lite-internals.ts is written for the installed @supabase/lite', () => {
  const manifest = new URL('../../../node_modules/@supabase/lite/package.json', import.meta.url);
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')));
  expect(
    version,
    `Look in dist/db/postgres/PostgresConnection.js of @supabase/lite for rlsState, applyJwtSessionContext, applyRpcRequestGucs,
introspect and driver. In dist/index.js, check whether a string sent for a JSON column is still parsed once more as JSON
(json-values.ts), whether errors are still printed with console.error (error-cause.ts), which confirmations are required
before an e-mail address changes (change-email.ts), and which objects use client input as keys (patch-lite.mjs). Then run the
tests in supabase/local/auth and supabase/local/lite, and set LITE_VERSION in lite-internals.ts.`,
  ).toBe(LITE_VERSION);
});

it('loads none of the packages that the overrides of package.json replace by an empty one', () => {
  const root = new URL('../../../', import.meta.url);
  const { overrides } = z
    .object({ overrides: z.object({ '@supabase/lite': z.record(z.string(), z.string()) }) })
    .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')));
  const replaced = Object.keys(overrides['@supabase/lite']);
  expect(replaced).toContain('@sentry/node');
  const dist = new URL('node_modules/@supabase/lite/dist/', root).pathname;
  const importers = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const source = readFileSync(path, 'utf8');
      return replaced.some((name) => new RegExp(`["']${name}["'/]`).test(source));
    })
    .map((path) => relative(dist, path));
  // The server loads index.js and db/postgres/PostgresConnection.js.
  expect(importers.filter((path) => !path.startsWith('cli/'))).toEqual(['db/postgres/pglite/PgliteConnection.js']);
});

it('adapts a connection of lite; for any other object, throws an error that names the missing part', async () => {
  const connection = createPostgresConnection({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  expect(() => adaptLite(connection)).not.toThrow();
  await connection.close();
  expect(() => adaptLite({})).toThrow(
    `@supabase/lite is not what it was in ${LITE_VERSION}: nothing there asks for row-level security`,
  );
});
