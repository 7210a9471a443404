import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ActOutcome, MeView, RemoteDoor, RemoteState, Scope, SyncStatus } from '../../../sync/client.ts';
import { drawFor, meWith } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { toasts } from '../../engine/toast.ts';
import { Rewards } from './rewards.tsx';

const today = new Date().toISOString().slice(0, 10);
const here = <T,>(value: T, at = Date.now()): RemoteState<T> => ({
  kind: 'here',
  value,
  at,
  isStale: false,
  isAsking: false,
  failure: null,
});
const failed: RemoteState<never> = { kind: 'failed', failure: { kind: 'busy', message: '' }, isAsking: false };
const cutOff: RemoteState<never> = { kind: 'failed', failure: { kind: 'network' }, isAsking: false };

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

/** A person's day as the server and the device have it. */
function openDay({ reads = {}, me = {}, network = 'online', outcome = { kind: 'done', value: null } }: Day) {
  const retry = vi.fn();
  const states: Record<string, RemoteState<unknown>> = {
    'daily-reward': here(plays(3)),
    'login-reward': here(login(false, 12)),
    'thirty-days': here({ activity_dates: [], total_active_days: 0, has_today_activity: false }),
    ...reads,
  };
  const readings = new Map(
    Object.entries(states).map(([name, state]) => [name, { ...createLive(state), retry }] as const),
  );
  const act = vi.fn(() => Promise.resolve(outcome));
  const door = { read: ({ name }: { name: string }) => readings.get(name), act } as unknown as RemoteDoor;
  const doors: Partial<Scope> = {
    remote: () => Promise.resolve(door),
    me: createLive<MeView | null>({ ...meWith(0), ...me }),
    status: createLive({ network } as unknown as SyncStatus),
    syncNow: () => undefined,
  };
  return { doors, act, retry };
}

const button = (name: string) => page.getByRole('button', { name });
const text = (words: string | RegExp) => page.getByText(words).first();

describe('the daily rewards', () => {
  it('say how many plays are missing and how long the streak is, and what waits is counted apart', async () => {
    const { doors } = openDay({ me: { playsToday: 8, playsWaiting: 1 } });
    await drawFor(doors, <Rewards />);
    await expect.element(text('Listen to 3 more tracks (7/10)')).toBeVisible();
    await expect.element(text('1 play waiting to send')).toBeVisible();
    await expect.element(text('12-day streak')).toBeVisible();
    await expect.element(button('Claim +1 ⚡')).toBeEnabled();
    await expect.element(text('1 day active')).toBeVisible();
    expect(page.getByText('BONUS').elements()).toEqual([]);
  });

  it('of a later visit read as claimed, and count down to the next day', async () => {
    const { doors } = openDay({
      reads: { 'daily-reward': here(plays(0, true)), 'login-reward': here(login(true, 13)) },
    });
    await drawFor(doors, <Rewards />);
    await expect.element(text('Max Daily ZAPs Reached')).toBeVisible();
    await expect.element(text(/^Resets in/)).toBeVisible();
    await expect.element(text('Claimed Today!')).toBeVisible();
    await expect.element(text(/^Next in/)).toBeVisible();
  });

  it('are two ZAPs with BONUS after thirty days in a row', async () => {
    const { doors } = openDay({ reads: { 'login-reward': here(login(false, 31, true)) } });
    await drawFor(doors, <Rewards />);
    await expect.element(text('BONUS')).toBeVisible();
    await expect.element(button('Claim +2 ⚡')).toBeEnabled();
  });

  it('say how long a streak was that has ended', async () => {
    const stats = { id: 'me', rev: 1, user_id: 'me', fan_level: 1, longest_streak: 12, current_streak: 12 };
    const { doors } = openDay({
      reads: { 'login-reward': here(login(false, 0)) },
      me: { stats: { ...stats, last_active_on: '2020-01-01' } },
    });
    await drawFor(doors, <Rewards />);
    await expect.element(text('Streak ended at 12 days')).toBeVisible();
  });

  it('cannot be claimed without a network, and say that nothing is lost', async () => {
    const { doors } = openDay({ reads: { 'daily-reward': here(plays(0)) }, network: 'offline' });
    await drawFor(doors, <Rewards />);
    await expect.element(button('Claim 2 ZAPs')).toBeDisabled();
    await expect.element(text('Needs a connection. Your plays are kept.')).toBeVisible();
    await expect.element(button('Claim +1 ⚡')).toBeDisabled();
    await expect.element(text('Needs a connection. Your streak is kept.')).toBeVisible();
  });

  it('of which nothing is known say so once, with Retry', async () => {
    const reads = { 'daily-reward': failed, 'login-reward': failed, 'thirty-days': failed };
    const { doors, retry } = openDay({ reads });
    await drawFor(doors, <Rewards />);
    await expect.element(page.getByText('Failed to check reward status')).toBeVisible();
    await button('Retry').click();
    expect(retry).toHaveBeenCalledTimes(3);
  });

  it('are what the device knows of them where the server was not reached', async () => {
    const reads = { 'daily-reward': cutOff, 'login-reward': cutOff, 'thirty-days': cutOff };
    const { doors } = openDay({ reads, me: { playsToday: 4 }, network: 'offline' });
    await drawFor(doors, <Rewards />);
    await expect.element(text('Listen to 6 more tracks (4/10)')).toBeVisible();
    await expect.element(button('Claim +1 ⚡')).toBeDisabled();
    expect(page.getByText('Failed to check reward status').elements()).toEqual([]);
  });

  it('begin anew when what the server said is of yesterday', async () => {
    const yesterday = Date.now() - 86_400_000;
    const { doors } = openDay({
      reads: { 'daily-reward': here(plays(0, true), yesterday), 'login-reward': here(login(true, 12), yesterday) },
    });
    await drawFor(doors, <Rewards />);
    await expect.element(text('Listen to 10 more tracks (0/10)')).toBeVisible();
    await expect.element(button('Claim +1 ⚡')).toBeEnabled();
  });
});

describe('a claim', () => {
  it('under way says so, and cannot be asked for twice', async () => {
    const { doors, act } = openDay({ reads: { 'daily-reward': here(plays(0)) } });
    act.mockReturnValue(new Promise(() => undefined));
    await drawFor(doors, <Rewards />);
    await button('Claim 2 ZAPs').click();
    await expect.element(button('Claiming...')).toBeVisible();
    await button('Claiming...').click({ force: true });
    expect(act).toHaveBeenCalledOnce();
  });

  it('says what the server gave, lets it rise, and reads as claimed for the rest of the visit', async () => {
    const rises: unknown[] = [];
    window.addEventListener('zapAnimationTrigger', (event) =>
      rises.push(event instanceof CustomEvent ? event.detail.amount : null),
    );
    const { doors } = openDay({
      reads: { 'daily-reward': here(plays(0)) },
      outcome: { kind: 'done', value: { amount: 2, message: '+2 ZAPs claimed!' } },
    });
    await drawFor(doors, <Rewards />);
    await button('Claim 2 ZAPs').click();
    await expect.element(text('Claimed Today!')).toBeVisible();
    expect(rises).toEqual([2]);
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
  for (const [what, verb, outcome, title, words] of cases)
    it(`${what} says why, and can be tried again`, async () => {
      const { doors, act } = openDay({ reads: { 'daily-reward': here(plays(0)) }, outcome });
      await drawFor(doors, <Rewards />);
      await button(verb).click();
      await vi.waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ kind: 'error', title, text: words }));
      await button(verb).click();
      expect(act).toHaveBeenCalledTimes(2);
    });

  it('that was answered before is no error: it reads as claimed', async () => {
    const { doors } = openDay({ outcome: { kind: 'done', value: null } });
    await drawFor(doors, <Rewards />);
    await button('Claim +1 ⚡').click();
    await expect.element(text('Claimed Today!')).toBeVisible();
  });
});

it('the last thirty days are marked and counted, today among them as soon as something was earned', async () => {
  const { doors } = openDay({
    reads: {
      'thirty-days': here({ activity_dates: [yesterdayOf(today)], total_active_days: 1, has_today_activity: false }),
    },
    me: { zapsToday: 1 },
  });
  await drawFor(doors, <Rewards />);
  await expect.element(text('2 days active')).toBeVisible();
  expect(document.querySelectorAll('[data-active=true]').length).toBe(2);
});

function yesterdayOf(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
