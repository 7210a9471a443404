import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { KeptState, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { expectAnnounced, renderFor, trackOf } from '../../testing/scope-test.tsx';
import { KeepList } from './keep-list.tsx';

const MB = 1_048_576;
const LIST = 'playlist';
// One is there twice.
const tracks = ['a', 'b', 'a'].map((id) => trackOf(id, { audio_bytes: 10 * MB }));

async function openSwitch(isOn: boolean, states: Record<string, KeptState>) {
  const listsOf = (on: boolean): ReadonlySet<string> => new Set(on ? [LIST] : []);
  const lists = createLive<ReadonlySet<string> | null>(listsOf(isOn));
  const keepList = vi.fn<Scope['kept']['keepList']>((_list, on) => Promise.resolve(lists.set(listsOf(on))));
  const scope: Partial<Scope> = {
    kept: { states: createLive(new Map(Object.entries(states))), lists, keepList } as unknown as Scope['kept'],
  };
  await renderFor(scope, <KeepList list={LIST} tracks={tracks} />);
  return keepList;
}

const control = page.getByRole('switch', { name: 'Keep on this device' });
const kept: KeptState = { kind: 'kept', bytes: 10 * MB, asked: true, usedAt: 0 };

it('says before how much is fetched, and keeps at a press', async () => {
  const keepList = await openSwitch(false, {});
  await expect.element(page.getByText('20.0 MB')).toBeVisible();
  await control.click();
  expect(keepList.mock.calls).toEqual([[LIST, true]]);
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
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
  ['data', 'Waits while the browser saves data'],
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
