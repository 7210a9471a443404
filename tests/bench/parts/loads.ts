import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PartsScene } from './scene.ts';
import { hasEnded } from '../../support/has-ended.ts';

export const loadKinds = ['uploads', 'sockets', 'radio'] as const;
export type LoadKind = (typeof loadKinds)[number];

export interface LoadSettings {
  readonly kind: LoadKind;
  readonly url: string;
  readonly keys: PartsScene['keys'];
}

export type ToLoad = { readonly kind: 'open'; readonly settings: LoadSettings } | { readonly kind: 'start' | 'stop' };
/** `work` describes what the load did since its start. */
export type FromLoad = { readonly kind: 'open' } | { readonly kind: 'stopped'; readonly work: string };

export interface Loads {
  start(kind: LoadKind): void;
  /** @returns what the load did */
  stop(kind: LoadKind): Promise<string>;
  close(): Promise<void>;
}

/** Starts a process for each load. Each load is idle until `start`. */
export async function startLoads({ server, keys }: PartsScene): Promise<Loads> {
  const children = new Map(loadKinds.map((kind) => [kind, fork(fileURLToPath(new URL('load.ts', import.meta.url)))]));
  const childOf = (kind: LoadKind): ChildProcess => {
    const child = children.get(kind);
    if (!child) throw new Error(`There is no load of ${kind}`);
    return child;
  };
  const send = (kind: LoadKind, message: ToLoad) => childOf(kind).send(message);
  await Promise.all(
    loadKinds.map(async (kind) => {
      send(kind, { kind: 'open', settings: { kind, url: server.url, keys } });
      await reportOf(childOf(kind));
    }),
  );
  return {
    start: (kind) => void send(kind, { kind: 'start' }),
    async stop(kind) {
      send(kind, { kind: 'stop' });
      const report = await reportOf(childOf(kind));
      return report.kind === 'stopped' ? report.work : '';
    },
    async close() {
      await Promise.all(
        [...children.values()].map(async (child) => {
          child.disconnect();
          if (!hasEnded(child)) await once(child, 'exit');
        }),
      );
    },
  };
}

/** @returns the next report of the process. @throws Error if the process ends first */
async function reportOf(child: ChildProcess): Promise<FromLoad> {
  return await new Promise((done, fail) => {
    const onExit = () => fail(new Error('A load ended by itself'));
    child.once('exit', onExit);
    child.once('message', (report: FromLoad) => {
      child.off('exit', onExit);
      done(report);
    });
  });
}
