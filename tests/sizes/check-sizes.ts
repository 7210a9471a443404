import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../supabase/local/app/build-app.ts';
import { type Budget, entrySize, pageSize, readManifest } from './sizes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

/** Of the entry's own script, in KB. */
const MOST_ENTRY_KB = 118;

const everywhere = ['client', 'prompts', 'radio-engine', 'station', 'stream-output', 'page-sound'];
const replica = ['scope', 'workspace', 'replica', 'feed', 'read'];
const session = ['auth', 'realtime'];

/** What stands today; 'The first second' will lower it. */
const budgets: readonly Budget[] = [
  { page: 'Gate', parts: [...everywhere, 'beta-gate-page', 'gate-radio'], mostKb: 205 },
  {
    page: 'Explore, first signed-in',
    parts: [...everywhere, ...session, ...replica, 'player-code', 'zap-badge', 'track-grid'],
    mostKb: 384,
  },
];

await ensureBuilt(root, (line) => console.log(line));
const all = readManifest(dist);
const rows = [
  { what: 'Entry', kb: entrySize(dist, all), mostKb: MOST_ENTRY_KB },
  ...budgets.map((budget) => ({ what: budget.page, kb: pageSize(dist, all, budget), mostKb: budget.mostKb })),
];
for (const { what, kb, mostKb } of rows) console.log(`${what}: ${kb.toFixed(1)} KB of at most ${mostKb} KB`);
process.exit(rows.every(({ kb, mostKb }) => kb <= mostKb) ? 0 : 1);
