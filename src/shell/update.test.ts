import { afterEach, expect, it, vi } from 'vitest';
import { registerWorker } from './update.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

const workers = vi.hoisted(() => ({ waitingListeners: [] as (() => void)[] }));
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(_type: 'waiting', listener: () => void) {
      workers.waitingListeners.push(listener);
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
  ['that waits behind an active worker is reported', { active: {}, waiting: {} }, 1],
  ['that is the first worker and waits only briefly is not reported', { active: null, waiting: {} }, 0],
  ['that is the first worker and has become active is not reported', { active: {}, waiting: null }, 0],
])('a version %s', async (_case, registration, reports) => {
  vi.stubEnv('DEV', false);
  const getRegistration = vi.fn(() => Promise.resolve(registration));
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      getRegistration,
    },
  });
  const onWaiting = vi.fn();
  const stop = registerWorker(onWaiting);
  await waitFor(() => expect(workers.waitingListeners).toHaveLength(1));
  workers.waitingListeners.pop()?.();
  await getRegistration.mock.results[0]?.value;
  await Promise.resolve();
  expect(onWaiting).toHaveBeenCalledTimes(reports);
  stop();
});
