import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../supabase/local/app/build-app.ts';
import { scripts } from '../../src/boot/contract.ts';
import { type Budget, pageScripts, readManifest } from './sizes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

const everywhere = [...scripts.app, 'engine', 'prompts', 'sound'];
const signedIn = ['scope', 'workspace', 'rows', 'realtime', 'player-code', 'track-grid', 'bars'];

/** Slightly above the current sizes. */
const budgets: readonly Budget[] = [
  { page: 'App', parts: scripts.app, mostKb: 181 },
  { page: 'Gate', parts: [...everywhere, 'beta-gate-page', 'gate-radio'], mostKb: 203 },
  { page: 'Explore, signed in', parts: [...everywhere, ...signedIn], mostKb: 331 },
];

await ensureBuilt(root, (line) => console.log(line));
const all = readManifest(dist);
let isOver = false;
for (const budget of budgets) {
  const { page, mostKb } = budget;
  const scripts = pageScripts(dist, all, budget);
  const whole = scripts.reduce((sum, { kb }) => sum + kb, 0);
  console.log(`${page}: ${whole.toFixed(1)} KB of at most ${mostKb} KB`);
  if (whole <= mostKb) continue;
  isOver = true;
  for (const { file, kb } of scripts) console.log(`  ${kb.toFixed(1).padStart(6)} KB  ${file}`);
}
process.exit(isOver ? 1 : 0);
