import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Core } from '../simulation/device.ts';
import type { Subject } from '../simulation/scene.ts';
import { soundSubject } from '../simulation/subject.ts';
import { clientFaults, type ClientFault } from './client-faults.ts';
import { serverFaults } from './server-faults.ts';

export interface PlantedFault {
  readonly name: string;
  /** Where the fault is planted, for the output. */
  readonly place: string;
  subject(): Promise<Subject>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The faults that the simulation must find (SY-27). The source tree has neither the faults nor switches for them. */
export const plantedFaults: readonly PlantedFault[] = [
  ...clientFaults.map((fault) => ({
    name: fault.name,
    place: `sync/${fault.file}`,
    subject: async () => ({ ...soundSubject, core: { ...soundSubject.core, ...(await loadCore(fault)) } }),
  })),
  ...Object.entries(serverFaults).map(([name, Broken]) => ({
    name,
    place: 'the server',
    subject: () =>
      Promise.resolve<Subject>({
        ...soundSubject,
        createServer: (pageRows, tally) => new Broken(pageRows, tally),
      }),
  })),
  {
    name: "the signed-in person's token is sent for another person's queue",
    place: 'the transport',
    subject: () => Promise.resolve({ ...soundSubject, core: { ...soundSubject.core, maySend: () => true } }),
  },
];

async function loadCore(fault: ClientFault): Promise<Omit<Core, 'maySend'>> {
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-fault-'));
  try {
    for (const part of ['core', 'model', 'outbox'])
      cpSync(join(root, 'sync', part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const path = join(folder, fault.file);
    const parts = readFileSync(path, 'utf8').split(fault.sound);
    if (parts.length !== 2) {
      throw new Error(`the passage of '${fault.name}' occurs ${parts.length - 1} times in sync/${fault.file}`);
    }
    writeFileSync(path, parts.join(fault.broken));
    const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);
    const [
      { storeDigest },
      { visitRows },
      { forgetMessages, forgetVisited },
      { createEngine },
      { runForLeader },
      { adopt, mergeCursor },
      { fetchOlder },
      { shortenConversations },
      { firstCursor },
      queue,
      { upcast },
    ] = await Promise.all([
      load('core/digest.ts'),
      load('core/visit.ts'),
      load('core/guard.ts'),
      load('core/engine.ts'),
      load('core/leader.ts'),
      load('core/adopt.ts'),
      load('core/older-messages.ts'),
      load('core/conversation-starts.ts'),
      load('core/ports.ts'),
      load('core/queue.ts'),
      load('outbox/upcast.ts'),
    ]);
    return {
      storeDigest,
      visitRows,
      forgetVisited,
      forgetMessages,
      fetchOlder,
      shortenConversations,
      createEngine,
      runForLeader,
      adopt,
      mergeCursor,
      firstCursor,
      queue,
      upcast,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
