import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../supabase/local/app/build-app.ts';
import { startStack } from '../../supabase/local/stack.ts';

export default async function globalSetup(): Promise<() => void> {
  await ensureBuilt(fileURLToPath(new URL('../..', import.meta.url)), (line) => console.log(line));
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-e2e-'));
  const template = join(folder, 'template');
  const stack = await startStack({
    dataDir: template,
    port: 0,
    passcode: 'underground',
    empty: false,
    // An address that never answers: without an external station, the local one would start.
    radioUrl: 'http://radio.invalid',
    log: (line) => console.log(line),
  });
  await stack.stop();
  process.env['UNDERCURRENT_E2E_TEMPLATE'] = template;
  return () => rmSync(folder, { recursive: true, force: true });
}
