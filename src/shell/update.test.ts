import { afterEach, expect, it, vi } from 'vitest';
import { registerWorker } from './update.ts';

const workers = vi.hoisted(() => ({ waits: [] as (() => void)[] }));
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(_type: 'waiting', listener: () => void) {
      workers.waits.push(listener);
    }
    register() {
      return Promise.resolve(undefined);
    }
  },
}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it.each([
  ['that waits behind an active one is offered', { active: {}, waiting: {} }, 1],
  ['that is the first and waits only briefly is not offered', { active: null, waiting: {} }, 0],
  ['that is the first and has become active is not offered', { active: {}, waiting: null }, 0],
])('a version %s', async (_case, registration, offers) => {
  vi.stubEnv('DEV', false);
  const asked = vi.fn(() => Promise.resolve(registration));
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      getRegistration: asked,
    },
  });
  const onWaiting = vi.fn();
  const stop = registerWorker(onWaiting);
  await vi.waitFor(() => expect(workers.waits).toHaveLength(1));
  workers.waits.pop()?.();
  await asked.mock.results[0]?.value;
  await Promise.resolve();
  expect(onWaiting).toHaveBeenCalledTimes(offers);
  stop();
});
