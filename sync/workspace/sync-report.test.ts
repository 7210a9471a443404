import { expect, it, vi } from 'vitest';
import { createLive } from '../model/live.ts';
import { freshStatus } from '../model/fresh-status.ts';
import type { SyncStatus } from '../view-types.ts';
import type { TabMessage } from './channel.ts';
import { createSyncReport } from './sync-report.ts';

function open({ isLeading = true, isKept = true } = {}) {
  const status = createLive<SyncStatus>(freshStatus);
  const posted: TabMessage[] = [];
  const texts: [string, string][] = [];
  const onOnline = vi.fn();
  const onAcknowledged = vi.fn();
  const report = createSyncReport({
    views: { status, patchStatus: (part) => status.set({ ...status.get(), ...part }) },
    post: (message) => posted.push(message),
    leads: createLive(isLeading),
    isKept,
    now: () => 70,
    setText: (key, value) => texts.push([key, value]) > 0,
    onAcknowledged,
    onOnline,
  });
  return { report, status: status.get, posted, texts, onOnline, onAcknowledged };
}

it('[SY-17] the leading tab shares each change of its status, and others share none', () => {
  for (const isLeading of [true, false]) {
    const { report, status, posted } = open({ isLeading });
    report.busy(5);
    report.network('offline');
    report.busy(null);
    report.pulled(70);
    report.postStatus();
    expect(status()).toEqual({ ...freshStatus, network: 'offline', hasSynced: true, lastSyncedAt: 70 });
    const shared = {
      work: { kind: 'resting' },
      network: 'unknown',
      isSilent: false,
      hasSynced: false,
      lastSyncedAt: null,
    };
    const offline = { ...shared, network: 'offline' };
    const pulled = { ...offline, hasSynced: true, lastSyncedAt: 70 };
    const working = { kind: 'working', since: 5 };
    const all = [{ ...shared, work: working }, { ...offline, work: working }, offline, pulled, pulled];
    expect(posted).toEqual(isLeading ? all.map((state) => ({ type: 'status', status: state })) : []);
  }
});

it('the time of the last pull is stored for the next visit', () => {
  const { report, texts } = open();
  report.pulled(70);
  expect(texts).toEqual([['synced_at', '70']]);
});

it('[SY-22] downloads resume when the server answers again, and only then', () => {
  const { report, onOnline } = open();
  report.network('offline');
  expect(onOnline).not.toHaveBeenCalled();
  report.network('online');
  report.network('online');
  expect(onOnline).toHaveBeenCalledTimes(1);
  report.network('offline');
  report.network('online');
  expect(onOnline).toHaveBeenCalledTimes(2);
});

it('[SY-8] an outdated app stays outdated', () => {
  const { report, status } = open();
  report.updateRequired();
  report.busy(1);
  report.busy(null);
  expect(status().work).toEqual({ kind: 'outdated' });
});

it('[SY-22] an eviction is still shown when the storage works again, unlike a full disk', () => {
  const { report, status } = open();
  const seen = (['full', 'ok', 'evicted', 'ok', 'full', 'ok'] as const).map((storage) => {
    report.storage(storage);
    return status().storage;
  });
  expect(seen).toEqual(['full', 'ok', 'evicted', 'evicted', 'full', 'ok']);
});

it('[SY-22] with databases in memory, the engine’s reports about storage change nothing', () => {
  const { report, status } = open({ isKept: false });
  report.storage('full');
  expect(status().storage).toBe('ok');
});

it('[SY-19] nothing is shown, shared or announced once the scope closes', () => {
  const { report, status, posted, onAcknowledged } = open();
  report.acknowledged([]);
  expect(onAcknowledged).toHaveBeenCalledTimes(1);
  report.close();
  report.busy(1);
  report.pulled(70);
  report.storage('full');
  report.updateRequired();
  report.acknowledged([]);
  expect([status(), posted]).toEqual([freshStatus, []]);
  expect(onAcknowledged).toHaveBeenCalledTimes(1);
});
