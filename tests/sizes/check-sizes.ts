import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../supabase/local/app/build-app.ts';
import { type Budget, pageSize, readManifest } from './sizes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

/** What begins whatever the page is (src/main.ts). */
const app = ['door', 'react', 'looks', 'pieces', 'app'];
const everywhere = [...app, 'engine', 'prompts', 'radio-engine', 'station', 'stream-output', 'page-sound'];
const replica = ['scope', 'workspace', 'replica'];
const session = ['auth', 'realtime'];

/** A little more than what stands today. */
const budgets: readonly Budget[] = [
  { page: 'App', parts: app, mostKb: 178 },
  { page: 'Gate', parts: [...everywhere, 'beta-gate-page', 'gate-radio'], mostKb: 199 },
  {
    page: 'Explore, first signed-in',
    parts: [...everywhere, ...session, ...replica, 'player-code', 'zap-badge', 'track-grid'],
    mostKb: 376,
  },
];

await ensureBuilt(root, (line) => console.log(line));
const all = readManifest(dist);
const rows = budgets.map((budget) => ({ ...budget, kb: pageSize(dist, all, budget) }));
for (const { page, kb, mostKb } of rows) console.log(`${page}: ${kb.toFixed(1)} KB of at most ${mostKb} KB`);
process.exit(rows.every(({ kb, mostKb }) => kb <= mostKb) ? 0 : 1);
