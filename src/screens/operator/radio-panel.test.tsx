import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ActOutcome, RemoteApi, RemoteReading, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import type { QueuedTrack } from '../../../sync/model/operator/radio.ts';
import { toasts } from '../../engine/toast.ts';
import { renderFor, restingStatus } from '../../testing/scope-test.tsx';
import { RadioPanel } from './radio-panel.tsx';

const playing = {
  airing_id: 'airing',
  track_id: 'freight',
  title: 'Night Freight',
  artist_name: 'Oslo Static',
  cover_url: null,
  is_skipped: false,
};
const queued = (title: string, change: Partial<QueuedTrack> = {}): QueuedTrack => ({
  track_id: title,
  title,
  artist_name: 'Tin Orchard',
  cover_url: null,
  sponsored_at: '2026-11-28T10:00:00.123456+00:00',
  by: 'Moth Parade',
  paid: 20,
  refund: 20,
  has_played: false,
  ...change,
});

/** 3.25 hours ago, and not 3: the page's clock moves in steps, and the page must say '3 hours' in every case. */
const at = new Date(Date.now() - 3.25 * 3_600_000).toISOString();
const stopped = { act_id: 'stop-1', by: 'Jun', at, reason: 'Complaints' };

interface Opened {
  radio?: { playing: typeof playing | null; queue: QueuedTrack[]; stopped?: typeof stopped | null };
  outcome?: ActOutcome<unknown>;
  isOffline?: boolean;
}

async function openPanel({ radio = { playing, queue: [queued('Pier 9')] }, outcome, isOffline = false }: Opened = {}) {
  const act = vi.fn(() =>
    Promise.resolve(outcome ?? { kind: 'done' as const, value: { success: true, act_id: 'act-1', refund: 20 } }),
  );
  const retry = vi.fn();
  const here = (value: unknown) => ({
    kind: 'here',
    value,
    at: Date.now(),
    isStale: false,
    isAsking: false,
    failure: null,
  });
  const shown = (next: NonNullable<Opened['radio']>) => here({ stopped: null, ...next });
  const live = createLive<unknown>(shown(radio));
  const remote = {
    act,
    read: () => Object.assign(live, { retry }) as RemoteReading<never>,
  } as unknown as RemoteApi;
  const scopeParts = {
    status: createLive(restingStatus('online')),
    remote: () => Promise.resolve(remote),
  } as unknown as Partial<Scope>;
  await renderFor(scopeParts, <RadioPanel isOffline={isOffline} />);
  return { act, retry, show: (next: NonNullable<Opened['radio']>) => live.set(shown(next)) };
}

const skip = () => page.getByRole('button', { name: 'Skip Night Freight' });
const takeOff = (title: string) => page.getByRole('button', { name: `Take off: ${title}` });
const reason = () => page.getByRole('textbox', { name: /^Reason/ });

it('skips the airing that is shown, with a reason, by keyboard alone, and waits for the station', async () => {
  const { act, show } = await openPanel();
  await expect.element(skip()).toBeVisible();
  await userEvent.tab();
  await expect.element(skip()).toHaveFocus();
  await userEvent.keyboard('{Enter}{Tab}{Tab}{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Write a reason for your decision.');
  await userEvent.keyboard('Silence for a minute{Enter}');
  await expect
    .poll(() => act.mock.calls)
    .toEqual([
      [expect.objectContaining({ procedure: 'operator_skip' }), { airingId: 'airing', reason: 'Silence for a minute' }],
    ]);
  await expect.element(reason()).not.toBeInTheDocument();
  await expect.element(skip()).toHaveFocus();
  show({ playing: { ...playing, is_skipped: true }, queue: [] });
  const waiting = page.getByRole('button', { name: 'Skipping...' });
  await expect.element(waiting).toHaveAttribute('aria-disabled', 'true');
});

it('closes the form when the next track begins, so that nobody skips a track unseen', async () => {
  const { show } = await openPanel();
  await skip().click();
  await expect.element(reason()).toBeVisible();
  show({ playing: { ...playing, airing_id: 'next', title: 'Ghost Tram' }, queue: [] });
  await expect.element(page.getByRole('button', { name: 'Skip Ghost Tram' })).toBeVisible();
  await expect.element(reason()).not.toBeInTheDocument();
});

it('shows no skip button if nothing plays that an operator can skip', async () => {
  await openPanel({ radio: { playing: null, queue: [queued('Pier 9')] } });
  await expect.element(takeOff('Pier 9')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Skip/ })).not.toBeInTheDocument();
});

it('keeps the reason and reads the radio again when another operator has already skipped the track', async () => {
  const message = 'Already skipped: Jun skipped it on 28 November at 10:00 UTC. Reason: Noise';
  const { retry } = await openPanel({ outcome: { kind: 'refused', code: 'already_skipped', message } });
  await skip().click();
  await reason().fill('Silence');
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Somebody was faster: ${message}`);
  await expect.element(reason()).toHaveValue('Silence');
  expect(retry).toHaveBeenCalled();
});

it('takes a track off the radio, says beforehand what happens to the ZAPs, and offers Undo', async () => {
  const queue = [
    queued('Pier 9'),
    queued('Old', { has_played: true, refund: 0 }),
    queued('Own', { refund: 0 }),
    queued('Gift', { paid: 0, refund: 0, by: null }),
  ];
  const { act, show } = await openPanel({ radio: { playing: null, queue } });
  await expect.element(page.getByText('Sponsored by Moth Parade, 20 ZAPs, not played yet').first()).toBeVisible();
  await takeOff('Old').click();
  await expect.element(page.getByText('It has played, so its sponsor gets no ZAPs back.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(takeOff('Old')).toHaveFocus();
  await takeOff('Own').click();
  await expect.element(page.getByText('You sponsored it yourself, so you get no ZAPs back.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await takeOff('Gift').click();
  await expect.element(page.getByText('Nobody paid for it with ZAPs.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await takeOff('Pier 9').click();
  await expect.element(page.getByText('Its sponsor gets 20 ZAPs back, because it has not played.')).toBeVisible();
  await reason().fill('Hate');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => toasts.get().at(-1))
    .toMatchObject({
      title: 'Taken off: Pier 9',
      text: '20 ZAPs went back to the sponsor.',
      duration: 10_000,
      action: { label: 'Undo' },
    });
  show({ playing: null, queue: queue.slice(1) });
  await expect.element(page.getByRole('heading', { name: 'Sponsored tracks 3' })).toBeVisible();
  await expect.element(takeOff('Old')).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(act).toHaveBeenLastCalledWith(expect.objectContaining({ procedure: 'operator_put_back' }), { actId: 'act-1' });
});

it('stops and starts the station, each with a reason, by one button that keeps the focus', async () => {
  const { act, show } = await openPanel();
  const stop = page.getByRole('button', { name: 'Stop the station' }).first();
  const start = page.getByRole('button', { name: 'Start the station' }).first();
  await expect.element(stop).toHaveAttribute('aria-expanded', 'false');
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(stop).toHaveFocus();
  await userEvent.keyboard('{Enter}{Tab}Complaints{Enter}');
  await expect
    .poll(() => act.mock.calls)
    .toEqual([[expect.objectContaining({ procedure: 'operator_stop_station' }), { reason: 'Complaints' }]]);
  await expect
    .poll(() => toasts.get().at(-1))
    .toMatchObject({ title: 'Station stopped', duration: 10_000, action: { label: 'Undo' } });
  show({ playing, queue: [], stopped });
  await expect.element(start).toHaveFocus();
  await expect.element(page.getByText('The station is stopped.')).toBeVisible();
  await expect.element(page.getByText(/Jun.*, 3 hours ago: .*Complaints/)).toBeVisible();
  await expect.element(skip()).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}{Tab}Settled{Enter}');
  await expect
    .poll(() => act.mock.calls.at(-1))
    .toEqual([
      expect.objectContaining({ procedure: 'operator_start_station' }),
      { actId: 'stop-1', reason: 'Settled' },
    ]);
  show({ playing: null, queue: [] });
  await expect.element(page.getByRole('button', { name: 'Starting...' })).toHaveFocus();
  show({ playing, queue: [] });
  await expect.element(stop).toHaveFocus();
});

it('closes the form for a stop when another operator has stopped the station, so that the form does not start it', async () => {
  const { show } = await openPanel();
  await page.getByRole('button', { name: 'Stop the station' }).click();
  await reason().fill('Complaints');
  show({ playing: null, queue: [], stopped });
  await expect.element(page.getByRole('button', { name: 'Start the station' })).toBeVisible();
  await expect.element(reason()).not.toBeInTheDocument();
  show({ playing, queue: [] });
  await expect.element(page.getByRole('button', { name: 'Stop the station' })).toBeVisible();
  await expect.element(reason()).not.toBeInTheDocument();
});

it('changes nothing while offline, and says why', async () => {
  const { act } = await openPanel({ isOffline: true });
  await expect.element(skip()).toHaveAttribute('aria-description', 'Needs a connection');
  await expect.element(takeOff('Pier 9')).toHaveAttribute('aria-disabled', 'true');
  expect(act).not.toHaveBeenCalled();
});
