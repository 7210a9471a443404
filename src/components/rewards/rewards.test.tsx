import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ActOutcome, MeView, RemoteApi, RemoteState, Scope, SyncStatus } from '../../../sync/client.ts';
import { renderFor, meWith } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { toasts } from '../../engine/toast.ts';
import { Rewards } from './rewards.tsx';
import { waitFor } from '../../../tests/support/wait-for.ts';

const today = new Date().toISOString().slice(0, 10);
const loaded = <T,>(value: T, at = Date.now()): RemoteState<T> => ({
  kind: 'here',
  value,
  at,
  isStale: false,
  isAsking: false,
  failure: null,
});
const failed: RemoteState<never> = { kind: 'failed', failure: { kind: 'busy', message: '' }, isAsking: false };
const unreachable: RemoteState<never> = { kind: 'failed', failure: { kind: 'network' }, isAsking: false };

const plays = (tracks_needed: number, already_claimed = false) => ({
  already_claimed,
  limit_reached: tracks_needed === 0,
  can_claim: tracks_needed === 0 && !already_claimed,
  tracks_needed,
});
const login = (already_claimed: boolean, current_streak: number, streak_bonus_available = false) => ({
  already_claimed,
  current_streak,
  streak_bonus_available,
});

interface Day {
  reads?: Partial<Record<'daily-reward' | 'login-reward' | 'thirty-days', RemoteState<unknown>>>;
  me?: Partial<MeView>;
  network?: SyncStatus['network'];
  outcome?: ActOutcome<unknown>;
}

function openDay({ reads = {}, me = {}, network = 'online', outcome = { kind: 'done', value: null } }: Day) {
  const retry = vi.fn();
  const states: Record<string, RemoteState<unknown>> = {
    'daily-reward': loaded(plays(3)),
    'login-reward': loaded(login(false, 12)),
    'thirty-days': loaded({ activity_dates: [], total_active_days: 0, has_today_activity: false }),
    ...reads,
  };
  const liveReads = new Map(
    Object.entries(states).map(([name, state]) => [name, { ...createLive(state), retry }] as const),
  );
  const act = vi.fn(() => Promise.resolve(outcome));
  const api = { read: ({ name }: { name: string }) => liveReads.get(name), act } as unknown as RemoteApi;
  const scopeParts: Partial<Scope> = {
    remote: () => Promise.resolve(api),
    me: createLive<MeView | null>({ ...meWith(0), ...me }),
    status: createLive({ network } as unknown as SyncStatus),
    syncNow: () => undefined,
  };
  return { scopeParts, act, retry };
}

const button = (name: string) => page.getByRole('button', { name });
const text = (content: string | RegExp) => page.getByText(content).first();

describe('the daily rewards', () => {
  it('show the missing plays, the streak, and separately the queued plays', async () => {
    const { scopeParts } = openDay({ me: { playsToday: 8, playsWaiting: 1 } });
    await renderFor(scopeParts, <Rewards />);
    await expect.element(text('Listen to 3 more tracks (7/10)')).toBeVisible();
    await expect.element(text('1 play waiting to send')).toBeVisible();
    await expect.element(text('12-day streak')).toBeVisible();
    await expect.element(button('Claim +1 ⚡')).toBeEnabled();
    await expect.element(text('1 day active')).toBeVisible();
    expect(page.getByText('BONUS').elements()).toEqual([]);
  });

  it('show as claimed in a later visit, and count down to the next day', async () => {
    const { scopeParts } = openDay({
      reads: { 'daily-reward': loaded(plays(0, true)), 'login-reward': loaded(login(true, 13)) },
    });
    await renderFor(scopeParts, <Rewards />);
    await expect.element(text('Max Daily ZAPs Reached')).toBeVisible();
    await expect.element(text(/^Resets in/)).toBeVisible();
    await expect.element(text('Claimed Today!')).toBeVisible();
    await expect.element(text(/^Next in/)).toBeVisible();
  });

  it('offer two ZAPs with BONUS after thirty days in a row', async () => {
    const { scopeParts } = openDay({ reads: { 'login-reward': loaded(login(false, 31, true)) } });
    await renderFor(scopeParts, <Rewards />);
    await expect.element(text('BONUS')).toBeVisible();
    await expect.element(button('Claim +2 ⚡')).toBeEnabled();
  });

  it('show the length of an ended streak', async () => {
    const stats = {
      id: 'me',
      rev: 1,
      user_id: 'me',
      fan_level: 1,
      longest_streak: 12,
      current_streak: 12,
      hidden_plays: [],
    };
    const { scopeParts } = openDay({
      reads: { 'login-reward': loaded(login(false, 0)) },
      me: { stats: { ...stats, last_active_on: '2020-01-01' } },
    });
    await renderFor(scopeParts, <Rewards />);
    await expect.element(text('Streak ended at 12 days')).toBeVisible();
  });

  it('cannot be claimed offline, and say that nothing is lost', async () => {
    const { scopeParts } = openDay({ reads: { 'daily-reward': loaded(plays(0)) }, network: 'offline' });
    await renderFor(scopeParts, <Rewards />);
    await expect.element(button('Claim 2 ZAPs')).toBeDisabled();
    await expect.element(text('Needs a connection. Your plays are kept.')).toBeVisible();
    await expect.element(button('Claim +1 ⚡')).toBeDisabled();
    await expect.element(text('Needs a connection. Your streak is kept.')).toBeVisible();
  });

  it('show one error with Retry when the server fails every read', async () => {
    const reads = { 'daily-reward': failed, 'login-reward': failed, 'thirty-days': failed };
    const { scopeParts, retry } = openDay({ reads });
    await renderFor(scopeParts, <Rewards />);
    await expect.element(page.getByText('Failed to check reward status')).toBeVisible();
    await button('Retry').click();
    expect(retry).toHaveBeenCalledTimes(3);
  });

  it("fall back to the device's own counts when the server cannot be reached", async () => {
    const reads = { 'daily-reward': unreachable, 'login-reward': unreachable, 'thirty-days': unreachable };
    const { scopeParts } = openDay({ reads, me: { playsToday: 4 }, network: 'offline' });
    await renderFor(scopeParts, <Rewards />);
    await expect.element(text('Listen to 6 more tracks (4/10)')).toBeVisible();
    await expect.element(button('Claim +1 ⚡')).toBeDisabled();
    expect(page.getByText('Failed to check reward status').elements()).toEqual([]);
  });

  it("start at 0 when the server's last response is from yesterday", async () => {
    const yesterday = Date.now() - 86_400_000;
    const { scopeParts } = openDay({
      reads: { 'daily-reward': loaded(plays(0, true), yesterday), 'login-reward': loaded(login(true, 12), yesterday) },
    });
    await renderFor(scopeParts, <Rewards />);
    await expect.element(text('Listen to 10 more tracks (0/10)')).toBeVisible();
    await expect.element(button('Claim +1 ⚡')).toBeEnabled();
  });
});

describe('a claim', () => {
  it('shows Claiming... while it is in progress, and cannot be sent twice', async () => {
    const { scopeParts, act } = openDay({ reads: { 'daily-reward': loaded(plays(0)) } });
    act.mockReturnValue(new Promise(() => undefined));
    await renderFor(scopeParts, <Rewards />);
    await button('Claim 2 ZAPs').click();
    await expect.element(button('Claiming...')).toBeVisible();
    await button('Claiming...').click({ force: true });
    expect(act).toHaveBeenCalledOnce();
  });

  it('shows the toast, triggers the rising badge, and marks the reward as claimed', async () => {
    const shownAmounts: unknown[] = [];
    window.addEventListener('zapAnimationTrigger', (event) =>
      shownAmounts.push(event instanceof CustomEvent ? event.detail.amount : null),
    );
    const { scopeParts } = openDay({
      reads: { 'daily-reward': loaded(plays(0)) },
      outcome: { kind: 'done', value: { amount: 2, message: '+2 ZAPs claimed!' } },
    });
    await renderFor(scopeParts, <Rewards />);
    await button('Claim 2 ZAPs').click();
    await expect.element(text('Claimed Today!')).toBeVisible();
    expect(shownAmounts).toEqual([2]);
    expect(toasts.get().map(({ title }) => title)).toContain('+2 ZAPs claimed!');
  });

  const cases: readonly [string, string, ActOutcome<unknown>, string, string][] = [
    [
      'of plays that the server refuses',
      'Claim 2 ZAPs',
      { kind: 'refused', code: 'tracks_needed', message: 'Listen to 1 more track to claim this reward.' },
      "Can't Claim Reward",
      'Listen to 1 more track to claim this reward.',
    ],
    [
      'of plays that fails',
      'Claim 2 ZAPs',
      { kind: 'failed', failure: { kind: 'busy', message: 'HTTP 503' } },
      'Error',
      'Failed to claim daily reward. Please try again.',
    ],
    [
      'of the login that the server refuses',
      'Claim +1 ⚡',
      { kind: 'refused', code: 'busy', message: 'Try again in a minute.' },
      "Can't Claim Login Reward",
      'Try again in a minute.',
    ],
    [
      'of the login that fails',
      'Claim +1 ⚡',
      { kind: 'failed', failure: { kind: 'busy', message: 'HTTP 503' } },
      'Error',
      'Failed to claim daily login reward',
    ],
  ];
  for (const [claim, verb, outcome, title, reason] of cases)
    it(`says why it failed, and can be tried again: a claim ${claim}`, async () => {
      const { scopeParts, act } = openDay({ reads: { 'daily-reward': loaded(plays(0)) }, outcome });
      await renderFor(scopeParts, <Rewards />);
      await button(verb).click();
      await waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ kind: 'error', title, text: reason }));
      await button(verb).click();
      expect(act).toHaveBeenCalledTimes(2);
    });

  it('shows as claimed, not as an error, if it was already made', async () => {
    const { scopeParts } = openDay({ outcome: { kind: 'done', value: null } });
    await renderFor(scopeParts, <Rewards />);
    await button('Claim +1 ⚡').click();
    await expect.element(text('Claimed Today!')).toBeVisible();
  });
});

it('the last thirty days mark and count the active days, including today once something was earned today', async () => {
  const { scopeParts } = openDay({
    reads: {
      'thirty-days': loaded({ activity_dates: [yesterdayOf(today)], total_active_days: 1, has_today_activity: false }),
    },
    me: { zapsToday: 1 },
  });
  await renderFor(scopeParts, <Rewards />);
  await expect.element(text('2 days active')).toBeVisible();
  expect(document.querySelectorAll('[data-active=true]').length).toBe(2);
});

function yesterdayOf(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
