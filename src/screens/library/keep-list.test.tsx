import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { KeptState, Scope, SyncClient } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { expectAnnounced, renderFor, trackOf } from '../../testing/scope-test.tsx';
import { KeepList } from './keep-list.tsx';

const MB = 1_048_576;
const LIST = 'playlist';
// One track is in the list twice.
const tracks = ['a', 'b', 'a'].map((id) => trackOf(id, { audio_bytes: 10 * MB }));

async function openSwitch(isOn: boolean, states: Record<string, KeptState>, freeBytes: number | null = null) {
  const listsOf = (on: boolean): ReadonlySet<string> => new Set(on ? [LIST] : []);
  const lists = createLive<ReadonlySet<string> | null>(listsOf(isOn));
  const keepList = vi.fn<Scope['kept']['keepList']>((_list, on) => Promise.resolve(lists.set(listsOf(on))));
  const scope: Partial<Scope> = {
    // Each is of 10 MB.
    tracksById: async (ids) => ids.map((id) => trackOf(id, { audio_bytes: 10 * MB })),
    kept: { states: createLive(new Map(Object.entries(states))), lists, keepList } as unknown as Scope['kept'],
  };
  const quotaBytes = freeBytes === null ? null : 100 * MB;
  const usedBytes = freeBytes === null ? null : 100 * MB - freeBytes;
  const storage: SyncClient['storage'] = {
    read: () => Promise.resolve({ usedBytes, quotaBytes, isPersistent: null }),
    persist: () => Promise.resolve(false),
  };
  await renderFor(scope, <KeepList list={LIST} tracks={tracks} />, { storage });
  return keepList;
}

const control = page.getByRole('switch', { name: 'Keep on this device' });
const kept: KeptState = { kind: 'kept', bytes: 10 * MB, asked: true, usedAt: 0 };

it('shows how much would be fetched, and keeps the list at a press', async () => {
  const keepList = await openSwitch(false, {});
  await expect.element(page.getByText('20.0 MB')).toBeVisible();
  await control.click();
  expect(keepList.mock.calls).toEqual([[LIST, true]]);
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
});

const played: KeptState = { ...kept, bytes: 4 * MB, asked: false };

it.each<[string, Record<string, KeptState>, number, string]>([
  ['the free room is not enough', {}, 15, '5.0 MB'],
  ['the free room and the room of played tracks are not enough', { other: played }, 14, '2.0 MB'],
  [
    'a track of the list that was played stays, and the rest needs room',
    { a: { ...played, bytes: 10 * MB } },
    3,
    '7.0 MB',
  ],
  [
    'other lists still have tracks to fetch',
    {
      waiting: { kind: 'waiting', reason: 'turn' },
      fetching: { kind: 'fetching', receivedBytes: 4 * MB, totalBytes: 10 * MB, asked: true },
      full: { kind: 'failed', reason: 'full' },
      gone: { kind: 'failed', reason: 'missing' },
      other: { ...kept, asked: true },
    },
    36,
    '10.0 MB',
  ],
])('[SY-22] shows beforehand how much room is missing: %s', async (_name, states, freeMb, missing) => {
  await openSwitch(false, states, freeMb * MB);
  await expect.element(page.getByRole('status')).toHaveTextContent(`Not all of it fits. Free ${missing} first.`);
  await expect.element(page.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/library/kept');
  await control.click();
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
  await expect.element(page.getByRole('link', { name: 'Manage' })).not.toBeInTheDocument();
});

it('[SY-22] says nothing about room if the list fits in place of tracks that were only played', async () => {
  await openSwitch(false, { other: played }, 16 * MB);
  await expect.element(page.getByText('20.0 MB')).toBeVisible();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});

it('shows the progress', async () => {
  await openSwitch(true, {
    a: kept,
    b: { kind: 'fetching', receivedBytes: 5 * MB, totalBytes: 10 * MB, asked: true },
  });
  await expect.element(page.getByText('15.0 MB of 20.0 MB')).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Saving' })).toHaveAttribute('aria-valuenow', '75');
});

it.each([
  ['network', 'Waits for the network'],
  ['data', 'Waits while data saver is on'],
] as const)('says what it waits for: %s', async (reason, text) => {
  await openSwitch(true, { a: kept, b: { kind: 'waiting', reason } });
  await expect.element(page.getByText(text)).toBeVisible();
});

it('says how much room is missing, and where to make it', async () => {
  await openSwitch(true, { a: kept, b: { kind: 'failed', reason: 'full' } });
  await expect.element(page.getByRole('status')).toHaveTextContent('No room left. Free 10.0 MB.');
  await expect.element(page.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/library/kept');
});

it('asks nothing when it is turned off; Undo turns it on again', async () => {
  const keepList = await openSwitch(true, { a: kept, b: kept });
  await control.click();
  await expectAnnounced('Removed from this device');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(keepList.mock.calls).toEqual([
    [LIST, false],
    [LIST, true],
  ]);
});
