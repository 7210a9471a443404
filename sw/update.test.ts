import { expect, it, vi } from 'vitest';
import { registerUpdate } from './update.ts';

const { clientsClaim } = vi.hoisted(() => ({ clientsClaim: vi.fn<() => void>() }));
vi.mock('workbox-core', () => ({ clientsClaim }));

async function send(...messages: unknown[]): Promise<string[]> {
  const log: string[] = [];
  let listener: (event: Event) => void = () => undefined;
  const scope = {
    addEventListener: (_: string, added: typeof listener) => void (listener = added),
    skipWaiting: async () => void log.push('skips waiting'),
    clients: { claim: async () => void log.push('claims') },
  };
  Reflect.apply(registerUpdate, undefined, [scope]);
  const awaited: Promise<unknown>[] = [];
  for (const data of messages)
    listener(
      Object.assign(new MessageEvent('message', { data }), {
        waitUntil: (work: Promise<unknown>) => awaited.push(work),
      }),
    );
  await Promise.all(awaited);
  return awaited.length === log.length ? log : [...log, 'without being awaited'];
}

it('[SY-21] a new worker waits for the message of a page, and claims the open pages on activation', async () => {
  expect(await send()).toEqual([]);
  expect(clientsClaim).toHaveBeenCalledTimes(1);
  expect(await send({ type: 'SKIP_WAITING' })).toEqual(['skips waiting']);
});

it('[SY-21] a page without a controller is claimed when it asks', async () => {
  expect(await send({ type: 'CLAIM' })).toEqual(['claims']);
});

it('[SY-21] messages of other versions are ignored', async () => {
  expect(await send(null, 'SKIP_WAITING', {}, { type: 'OTHER' }, { type: 1 })).toEqual([]);
});
