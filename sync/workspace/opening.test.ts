import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLive } from '../model/live.ts';
import { freshStatus } from '../model/fresh-status.ts';
import { DeviceDatabase } from '../outbox/database.ts';
import type { SyncStatus } from '../view-types.ts';
import { openDevice } from './open-device.ts';
import { openRepeatedly } from './opening.ts';
import { ScopeClosed } from './scope-closed.ts';
import type { Workspace } from './workspace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const full = new DOMException('no room', 'QuotaExceededError');
const settle = () => vi.advanceTimersByTimeAsync(0);

function open(answers: (Error | number)[], isKept = true) {
  const status = createLive<SyncStatus>({ ...freshStatus, storage: isKept ? 'ok' : 'unavailable' });
  const began = Date.now();
  const attempts: number[] = [];
  const calls: string[] = [];
  const workspace = {
    replica: { reread: () => void calls.push('reread') },
    close: async () => void calls.push('closed'),
  };
  const opening = openRepeatedly({
    async open() {
      attempts.push(Date.now() - began);
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 0;
      if (typeof answer !== 'number') throw answer;
      if (answer > 0) await new Promise((resolve) => setTimeout(resolve, answer));
      return workspace as unknown as Workspace;
    },
    onOpen: () => void calls.push('open'),
    isKept,
    views: { status, patchStatus: (part) => status.set({ ...status.get(), ...part }) },
  });
  return { opening, attempts, calls, storage: () => status.get().storage };
}

it('[SY-22] stores that cannot be opened are opened again after 2 s, then after twice as long, up to a minute', async () => {
  const { opening, attempts, calls, storage } = open([full, full, full, full, full, full, full, 0]);
  await settle();
  expect([opening.state.get(), storage(), opening.opened()]).toEqual([{ kind: 'failed', what: 'full' }, 'full', null]);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(attempts).toEqual([0, 2_000, 6_000, 14_000, 30_000, 62_000, 122_000, 182_000]);
  expect([opening.state.get(), calls]).toEqual([{ kind: 'open' }, ['open']]);
  expect(opening.opened()).toBe(await opening.workspace());
});

it('[SY-22] the person’s request opens the stores at once, but not while they are being opened', async () => {
  const { opening, attempts } = open([full, 500, 0]);
  await settle();
  opening.retry();
  opening.retry();
  expect(opening.state.get()).toEqual({ kind: 'opening' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(attempts).toEqual([0, 0]);
  opening.retry();
  await settle();
  expect(attempts).toHaveLength(2);
});

it('[SY-22] missing code is reported as such, and is not a failure of the storage', async () => {
  for (const missing of [
    new TypeError('Failed to fetch dynamically imported module: /x.js'),
    new Error('Unable to preload CSS for /x.css'),
  ]) {
    const { opening, storage } = open([missing]);
    await settle();
    expect([opening.state.get(), storage()]).toEqual([{ kind: 'failed', what: 'code' }, 'ok']);
    await opening.close();
  }
  const other = open([new TypeError('x is not a function')]);
  await settle();
  expect([other.opening.state.get(), other.storage()]).toEqual([
    { kind: 'failed', what: 'unavailable' },
    'unavailable',
  ]);
  await other.opening.close();
});

it('[SY-22] unreadable rows are a failure, and a retry reads them again without reopening the stores', async () => {
  const { opening, attempts, calls, storage } = open([0]);
  await settle();
  opening.setReading({ error: new Error('the disk fails') });
  expect([opening.state.get(), storage()]).toEqual([{ kind: 'failed', what: 'unavailable' }, 'unavailable']);
  opening.retry();
  expect([attempts, calls]).toEqual([[0], ['open', 'reread']]);
  opening.setReading(null);
  expect([opening.state.get(), storage()]).toEqual([{ kind: 'open' }, 'ok']);
});

it('[SY-22] storage in memory is still shown as unavailable once it is open', async () => {
  const { opening, storage } = open([0], false);
  await settle();
  expect([opening.state.get(), storage()]).toEqual([{ kind: 'open' }, 'unavailable']);
});

it('[SY-19] a workspace whose scope closes while it is being opened is closed, and never announced', async () => {
  const { opening, calls } = open([1_000]);
  const closed = opening.close();
  await expect(opening.workspace()).rejects.toThrow(ScopeClosed);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  await closed;
  expect([calls, opening.opened(), opening.state.get()]).toEqual([['closed'], null, { kind: 'opening' }]);
});

it('[SY-19] a closed scope opens nothing again', async () => {
  const { opening, attempts } = open([full]);
  await settle();
  await opening.close();
  opening.retry();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(attempts).toEqual([0]);
});

describe('the database of a device', () => {
  const texts = new Map<string, string>();
  const environment = {
    now: () => Date.now(),
    localTexts: {
      get: (key: string) => texts.get(key) ?? null,
      set: (key: string, value: string) => texts.set(key, value).has(key),
      remove: (key: string) => void texts.delete(key),
      keys: () => [...texts.keys()],
    },
  };
  const patches: Partial<SyncStatus>[] = [];
  const views = { patchStatus: (part: Partial<SyncStatus>) => void patches.push(part) };
  beforeEach(() => {
    vi.useRealTimers();
    texts.clear();
    patches.length = 0;
  });
  const visit = async (indexedDB: IDBFactory, owner = 'ann') => {
    const device = new DeviceDatabase(owner, indexedDB, IDBKeyRange);
    const id = await openDevice(device, environment, owner, views);
    device.close();
    return id;
  };

  it('[SY-22] keeps its id, and an evicted database is distinguished from a new one', async () => {
    const browser = new IDBFactory();
    const first = await visit(browser);
    expect(await visit(browser)).toBe(first);
    expect(await visit(browser, 'ben')).not.toBe(first);
    expect(patches).toEqual([]);
    expect(await visit(new IDBFactory())).not.toBe(first);
    expect(patches).toEqual([{ storage: 'evicted' }]);
  });

  it('[SY-22] counts as failed if it does not answer for 15 s', async () => {
    vi.useFakeTimers();
    const hanging = {
      open: () => new Promise<never>(() => undefined),
      engine: new DeviceDatabase('a', new IDBFactory(), IDBKeyRange).engine,
    };
    const failed = vi.fn();
    Reflect.apply(openDevice, undefined, [hanging, environment, 'ann', views]).catch(failed);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledTimes(1);
  });
});
