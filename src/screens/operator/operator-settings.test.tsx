import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ActOutcome, RemoteApi, RemoteReading, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { toasts } from '../../engine/toast.ts';
import { renderFor, restingStatus } from '../../testing/scope-test.tsx';
import { PasscodeForm } from './passcode-form.tsx';
import { RestrictedWords } from './restricted-words.tsx';

const done: ActOutcome<unknown> = { kind: 'done', value: { success: true } };
const refused = (code: string, message: string): ActOutcome<unknown> => ({ kind: 'refused', code, message });

/** Renders the passcode form and the restricted words. `outcomes`: the outcomes of the acts, in order. */
async function openSettings(outcomes: ActOutcome<unknown>[], { isFailed = false } = {}) {
  const act = vi.fn((_act: object, _request: { hash?: string; seenChangedAt?: string | null }) =>
    Promise.resolve(outcomes.shift() ?? done),
  );
  const retry = vi.fn();
  const read = (passcode_changed_at: string | null, isAsking = false, words = ['low tide', 'free followers']) => ({
    kind: 'here',
    value: { words, passcode_changed_at, passcode_uses_today: 0 },
    at: Date.now(),
    isStale: false,
    isAsking,
    failure: null,
  });
  const failed = { kind: 'failed', failure: { kind: 'busy', message: '' }, isAsking: false };
  const live = createLive<unknown>(isFailed ? failed : read(null));
  const remote = {
    act,
    read: () => Object.assign(live, { retry }) as RemoteReading<never>,
  } as unknown as RemoteApi;
  const scopeParts = {
    status: createLive(restingStatus('online')),
    remote: () => Promise.resolve(remote),
  } as unknown as Partial<Scope>;
  await renderFor(
    scopeParts,
    <>
      <PasscodeForm isOffline={false} />
      <RestrictedWords isOffline={false} />
    </>,
  );
  return {
    act,
    retry,
    show: (next: string | null, isAsking?: boolean) => live.set(read(next, isAsking)),
    showWords: (words: string[]) => live.set(read(null, false, words)),
  };
}

const passcode = () => page.getByLabelText('New passcode');
const change = () => page.getByRole('button', { name: 'Change', exact: true });

it('replaces only the passcode that was shown when the operator began to type, and names the operator who has changed it since', async () => {
  const message =
    'Already changed: Jun changed it on 28 November at 10:00 UTC. Yours was not saved. To replace the present one, change it again.';
  const { act, show } = await openSettings([refused('already_changed', message)]);
  await expect.element(page.getByText("From the server's settings, 0 uses today")).toBeVisible();
  await passcode().fill('low tide');
  const byJun = '2026-11-28T10:00:00.123456+00:00';
  show(byJun);
  await expect.element(page.getByText(/^Changed /)).toBeVisible();
  await passcode().fill('low tides');
  await change().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
  await expect.element(passcode()).toHaveValue('low tides');
  await change().click();
  await expect.poll(() => toasts.get().at(-1)).toMatchObject({ title: 'Passcode changed' });
  const [first, second] = act.mock.calls.map(([, request]) => request);
  expect([first?.seenChangedAt, second?.seenChangedAt]).toEqual([null, byJun]);
  expect(second?.hash, 'the server recognizes a retry').toBe(first?.hash);
  await expect.element(passcode()).toHaveValue('');
});

it('changes the passcode twice in a row, although the page reads the first change only while the second is typed', async () => {
  const { act, show } = await openSettings([]);
  await passcode().fill('low tide');
  await change().click();
  await expect.element(passcode()).toHaveValue('');
  show(null, true);
  await passcode().fill('high tide');
  const own = '2026-11-28T10:00:00.123456+00:00';
  show(own);
  await expect.element(page.getByText(/^Changed /)).toBeVisible();
  await change().click();
  await expect.poll(() => act.mock.calls.map(([, request]) => request.seenChangedAt)).toEqual([null, own]);
});

it('replaces only the passcode that the operator saw, also in a retry after an attempt without an answer', async () => {
  const lost: ActOutcome<unknown> = { kind: 'failed', failure: { kind: 'network' } };
  const { act, show } = await openSettings([lost]);
  await passcode().fill('low tide');
  await change().click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  show('2026-11-28T10:00:00.123456+00:00');
  await change().click();
  await expect.poll(() => act.mock.calls.map(([, request]) => request.seenChangedAt)).toEqual([null, null]);
});

it('changes no passcode while its last change is unknown, and offers Retry', async () => {
  const { retry } = await openSettings([], { isFailed: true });
  await expect.element(page.getByText("The passcode's last change could not be loaded")).toBeVisible();
  await passcode().fill('low tide');
  await expect.element(change()).toBeDisabled();
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(retry).toHaveBeenCalled();
});

it('names the operator who has already removed a restricted word', async () => {
  const text = 'Already removed: Jun removed it on 28 November at 10:00 UTC.';
  await openSettings([refused('already_removed', text)]);
  await page.getByRole('button', { name: 'Remove low tide' }).click();
  await expect.poll(() => toasts.get().at(-1)).toMatchObject({ kind: 'error', title: 'Somebody was faster', text });
});

it('moves the focus from a restricted word that is removed by keyboard to the next one, or from the last to the previous one', async () => {
  const { act, showWords } = await openSettings([]);
  const remove = (word: string) => page.getByRole('button', { name: `Remove ${word}` });
  await expect.element(remove('low tide')).toBeVisible();
  (remove('low tide').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => act.mock.calls.length).toBe(1);
  showWords(['free followers', 'moon']);
  await expect.element(remove('free followers')).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => act.mock.calls.length).toBe(2);
  showWords(['free followers']);
  await expect.element(remove('free followers')).toHaveFocus();
  expect(act.mock.calls.map(([, request]) => request)).toEqual([
    { word: 'low tide', isRestricted: false },
    { word: 'moon', isRestricted: false },
  ]);
});
