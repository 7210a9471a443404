import { describe, expect, it } from 'vitest';
import { nothingNew, browserOfAnn, openBackend, signIn, visit } from '../tests/sync/support/backend.ts';
import { leaderboardRank } from './model/remote-reads.ts';
import { DAY_MS } from './model/utc-day.ts';
import { createServerClock, SERVER_CLOCK_KEY } from './server-clock.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

/** The device's clock is `wrongMs` ahead. The server's time is noon. */
function deviceOf(wrongMs: number) {
  const texts = new Map<string, string>();
  const time = { device: NOON + wrongMs, server: NOON };
  const open = () =>
    createServerClock({
      now: () => time.device,
      texts: {
        get: (key) => texts.get(key) ?? null,
        set: (key, value) => void texts.set(key, value),
        remove: (key) => void texts.delete(key),
      },
    });
  const pass = (ms: number) => {
    time.device += ms;
    time.server += ms;
  };
  const clock = open();
  /** The server reads its clock halfway through the trip. */
  const ask = (tripMs: number) => {
    const requestedAt = time.device;
    pass(tripMs / 2);
    const serverTime = time.server;
    pass(tripMs / 2);
    clock.observe(serverTime, requestedAt);
  };
  return { clock, time, texts, open, pass, ask };
}

describe("[SY-32] the server's clock on a device", () => {
  it.each([-DAY_MS, DAY_MS, 3_600_000])('is right after one answer although the device is wrong by %d ms', (wrong) => {
    const { clock, time, ask } = deviceOf(wrong);
    ask(400);
    expect(clock.now()).toBe(time.server);
  });

  it("equals the device's clock within the tolerance, however slow the network", () => {
    const { clock, time, texts, ask } = deviceOf(2_000);
    let jumps = 0;
    clock.subscribe(() => (jumps += 1));
    for (const trip of [10, 400, 9_000, 60_000]) ask(trip);
    expect([clock.now(), jumps, texts.size]).toEqual([time.device, 0, 0]);
  });

  it('reports a jump of the time once, and ignores offsets caused by latency', () => {
    const { clock, ask } = deviceOf(DAY_MS);
    let jumps = 0;
    clock.subscribe(() => (jumps += 1));
    for (const trip of [400, 2_000, 80]) ask(trip);
    expect(jumps).toBe(1);
  });

  it("drops the offset when the device's clock was corrected", () => {
    const { clock, time, texts, ask } = deviceOf(DAY_MS);
    ask(400);
    expect(texts.has(SERVER_CLOCK_KEY)).toBe(true);
    time.device = time.server;
    ask(400);
    expect([clock.now(), texts.size]).toEqual([time.server, 0]);
  });

  it("ignores a response if the device's clock changed during its request, or if it has no time", () => {
    const { clock, time } = deviceOf(0);
    clock.observe(NOON, NOON + DAY_MS);
    clock.observe(NOON, NOON - DAY_MS);
    clock.observe(Number.NaN, NOON);
    expect(clock.now()).toBe(time.device);
  });

  it('is known at the start of the next visit, without a network', () => {
    const { time, open, pass, ask } = deviceOf(-DAY_MS);
    ask(400);
    pass(7 * DAY_MS);
    expect(open().now()).toBe(time.server);
  });

  it("drops its stored offset if the device's clock was set since, and never goes back before the last time received from the server", () => {
    const { time, open, pass, ask } = deviceOf(DAY_MS);
    ask(400);
    const serverTime = time.server;
    pass(3_600_000);
    time.device = time.server;
    expect(open().now()).toBe(time.server);
    time.device = serverTime - DAY_MS;
    expect(open().now()).toBe(serverTime);
  });

  it("follows another tab that has received the server's time", () => {
    const { clock, time, open, ask } = deviceOf(DAY_MS);
    const other = open();
    ask(400);
    expect(other.now()).toBe(time.device);
    other.recall();
    expect(other.now()).toBe(clock.now());
  });

  it('works when storage is full', () => {
    const full = {
      get: () => null,
      set: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      remove: () => undefined,
    };
    const clock = createServerClock({ now: () => NOON + DAY_MS, texts: full });
    clock.observe(NOON, NOON + DAY_MS);
    expect(clock.now()).toBe(NOON);
  });
});

it.each([-DAY_MS, DAY_MS])(
  "[SY-32] actions, requests and pulls of a device that is wrong by %d ms use the server's time",
  async (wrong) => {
    const browser = await browserOfAnn();
    const device = Date.now() + wrong;
    await signIn(browser, 'ann', { expiresAt: device + 3_600_000 });
    const backend = openBackend({
      sync_pull: () => Response.json({ ...nothingNew, server_time: new Date(device - wrong).toISOString() }),
      get_leaderboard_place: () => Response.json({ rank: 1, total_zaps_earned: 5 }),
    });
    await visit(
      browser,
      backend,
      async (scope) => {
        await waitFor(() => expect(scope.status.get().lastSyncedAt).toBe(device - wrong));
        await scope.enqueue('vote.cast', { track_id: '0190f000-0000-7000-8000-000000000001', weight: 3 });
        const rank = (await scope.remote()).read(leaderboardRank);
        const stop = rank.subscribe(() => undefined);
        await waitFor(() => expect(rank.get()).toMatchObject({ kind: 'here', at: device - wrong }));
        stop();
        expect(await scope.readPending()).toMatchObject([{ createdAt: device - wrong }]);
        const action = { kind: 'vote.cast', occurred_at: new Date(device - wrong).toISOString() };
        await waitFor(() => expect(backend.asked('sync_push')[0]).toMatchObject({ p_actions: [action] }));
      },
      { now: () => device },
    );
  },
);
