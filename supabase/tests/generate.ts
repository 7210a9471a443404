// Writes the mail templates. Applies all migrations to a throwaway server, and writes exposed.txt and the database types from it.
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { hostedTemplates } from '../local/mail/hosted-templates.ts';
import { prepareDatabase } from '../local/postgres/prepare-database.ts';
import { startPostgres } from '../local/postgres/start-postgres.ts';
import { generateTypes } from '../../sync/remote/generate-types.ts';
import { describeExposed } from './exposed.ts';

for (const { name, html } of hostedTemplates())
  writeFileSync(fileURLToPath(new URL(`../templates/${name}.html`, import.meta.url)), html);

const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-postgres-'));
const server = await startPostgres({ dataDir, durable: false });
try {
  await prepareDatabase(server.url);
  const sql = postgres(server.url, { max: 1 });
  writeFileSync(fileURLToPath(new URL('exposed.txt', import.meta.url)), await describeExposed(sql));
  await sql.end();
  const types = fileURLToPath(new URL('../../sync/remote/types.gen.ts', import.meta.url));
  writeFileSync(types, await generateTypes(server.url));
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
