import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../supabase/local/app/build-app.ts';
import { scripts } from '../../src/boot/contract.ts';
import { type Budget, pageScripts, readManifest } from './sizes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

const everywhere = [...scripts.app, 'engine', 'prompts', 'sound'];
const signedIn = ['scope', 'workspace', 'rows', 'realtime', 'player-code', 'track-grid', 'bars'];

const budgets: readonly Budget[] = [
  { page: 'App', parts: scripts.app, maxKb: 183 },
  { page: 'Gate', parts: [...everywhere, 'beta-gate-page', 'gate-radio'], maxKb: 206 },
  { page: 'Explore, signed in', parts: [...everywhere, ...signedIn], maxKb: 351 },
];

await ensureBuilt(root, (line) => console.log(line));
const all = readManifest(dist);
let exceedsBudget = false;
for (const budget of budgets) {
  const { page, maxKb } = budget;
  const scripts = pageScripts(dist, all, budget);
  const totalKb = scripts.reduce((sum, { kb }) => sum + kb, 0);
  console.log(`${page}: ${totalKb.toFixed(2)} KB of at most ${maxKb} KB`);
  if (totalKb <= maxKb) continue;
  exceedsBudget = true;
  for (const { file, kb } of scripts) console.log(`  ${kb.toFixed(1).padStart(6)} KB  ${file}`);
}
process.exit(exceedsBudget ? 1 : 0);
