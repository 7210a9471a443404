// `npm run bench -- <name>` runs a benchmark of a folder beside this file.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installMissing } from '../../supabase/local/install-missing.mjs';

const fileOf = (name) => fileURLToPath(new URL(`${name}/bench.ts`, import.meta.url));
const names = readdirSync(fileURLToPath(new URL('.', import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(fileOf(entry.name)))
  .map((entry) => entry.name)
  .sort();
const [name, ...rest] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Say which: ${names.map((each) => `npm run bench -- ${each}`).join(', ')}`);
  process.exit(2);
}
if (!installMissing({ isDevelopment: true })) process.exit(1);
const { status } = spawnSync('npx', ['tsx', fileOf(name), ...rest], { stdio: 'inherit' });
process.exit(status ?? 1);
