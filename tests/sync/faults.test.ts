import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Core } from './simulation/device.ts';
import { simulate, Violation } from './simulation/simulate.ts';

/** A fault is found when one of this many schedules ends in a violation. */
const SCHEDULES = 150;

interface Fault {
  name: string;
  file: string;
  sound: string;
  broken: string;
}

const faults: Fault[] = [
  {
    name: 'no rev guard',
    file: 'guard.ts',
    sound: 'if (previous && previous.rev >= one.rev) continue;',
    broken: '',
  },
  {
    name: 'the cursor is saved before the rows',
    file: 'pull.ts',
    sound: `  await storePage(ports.replica, next.generation, page.rows, page.gone);
  return ports.outbox.commit(next, acks, forgotten);`,
    broken: `  const stored = await ports.outbox.commit(next, acks, forgotten);
  await storePage(ports.replica, next.generation, page.rows, page.gone);
  return stored;`,
  },
  {
    name: 'the overlay is dropped on the response',
    file: 'queue.ts',
    sound: `put: { ...record, state: 'in_flight', answered: true, error: null },`,
    broken: 'put: null,',
  },
  {
    name: "the last page's floor",
    file: 'pull.ts',
    sound: 'const floor = cursor.after === null ? page.floor : (cursor.floor ?? cursor.since);',
    broken: 'const floor = page.floor;',
  },
  {
    name: 'a lane goes on past what cannot be sent yet',
    file: 'lanes.ts',
    sound: `    if (record.next_at > now || waitsForAnother(record, byId)) {
      blocked.add(record.lane);`,
    broken: '    if (record.next_at > now || waitsForAnother(record, byId)) {',
  },
  {
    name: 'what a restored server forgot is never sent again',
    file: 'queue.ts',
    sound: 'forgotten.includes(record.id)',
    broken: 'false',
  },
  {
    name: 'a poisoned action is never set aside',
    file: 'lanes.ts',
    sound: 'export const ALONE_LIMIT = 8;',
    broken: 'export const ALONE_LIMIT = Infinity;',
  },
];

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the core with one line changed; the real one never carries a fault, nor a switch for one. */
async function plant(fault: Fault): Promise<Core> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-fault-'));
  folders.push(folder);
  cpSync(join(root, 'sync/core'), join(folder, 'core'), { recursive: true });
  cpSync(join(root, 'sync/model'), join(folder, 'model'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, 'core', fault.file);
  const parts = readFileSync(path, 'utf8').split(fault.sound);
  expect(parts, `the sound line of '${fault.name}' stands once in ${fault.file}`).toHaveLength(2);
  writeFileSync(path, parts.join(fault.broken));
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, 'core', file)).href);
  const [{ createEngine }, { firstCursor }, queue] = await Promise.all([
    load('engine.ts'),
    load('ports.ts'),
    load('queue.ts'),
  ]);
  return { createEngine, firstCursor, queue };
}

describe('the simulation finds planted faults', () => {
  for (const fault of faults) {
    it(`[SY-27] ${fault.name}`, { timeout: 120_000 }, async () => {
      const core = await plant(fault);
      let found: unknown = null;
      for (let seed = 1; seed <= SCHEDULES && found === null; seed++) {
        found = await simulate(seed, core).catch((error: unknown) => error);
        if (found === undefined) found = null;
      }
      expect(found).toBeInstanceOf(Violation);
    });
  }
});
