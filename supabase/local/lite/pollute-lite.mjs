// Sends each path in `argv` to an unguarded lite, and prints whether shared prototypes changed.
import { register as registerHooks } from 'node:module';
import process from 'node:process';

const [databaseUrl, hasPatch, ...paths] = process.argv.slice(2);
if (hasPatch === 'patched') registerHooks('./patch-lite.mjs', import.meta.url);
const { App } = await import('@supabase/lite');
const { createPostgresConnection } = await import('@supabase/lite/postgres');

const key = 'sb_publishable_of-a-test-of-pollution';
const connection = createPostgresConnection({ url: databaseUrl, postgresOptions: { max: 1 } });
const app = new App({
  connection,
  api: { schemas: ['public'] },
  auth: {
    enabled: true,
    jwt_secret: 'x'.repeat(40),
    publishable_key: key,
    secret_key: 'sb_secret_of-a-test-of-pollution',
  },
  storage: { enabled: false },
  studio: { enabled: false },
  options: { server: { admin: false, disableStudio: true } },
});
const propertyNames = () =>
  JSON.stringify([
    Object.getOwnPropertyNames(Object.prototype).toSorted(),
    typeof Object.keys,
    Object.getOwnPropertyNames(Object).toSorted(),
    Object.getOwnPropertyNames(Function.prototype).toSorted(),
  ]);
const statusOf = async (path) =>
  (await app.fetch(new Request(`http://localhost/rest/v1/${path}`, { headers: { apikey: key } }))).status;

const statusBefore = await statusOf('genres?select=name');
const before = propertyNames();
const statuses = [];
for (const path of paths) statuses.push(await statusOf(path).catch(() => 0));
const isPolluted = propertyNames() !== before;
process.stdout.write(
  `${JSON.stringify({ statusBefore, statuses, isPolluted, statusAfter: await statusOf('genres?select=name').catch(() => 0) })}\n`,
);
process.exit(0);
