import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSignals } from './signals.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(isVisible: boolean) {
  const listeners = new Set<() => void>();
  const requests: string[] = [];
  const record = (name: string) => () => void requests.push(`${name} at ${Date.now() - began}`);
  const began = Date.now();
  let visible = isVisible;
  return {
    requests,
    signals: watchSignals(
      {
        visibility: {
          isVisible: () => visible,
          onChange: (listener) => {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
        onNetworkChange: () => () => undefined,
        now: () => Date.now(),
        random: () => 0.5,
      },
      {
        pull: (upTo) => record(upTo === null ? 'pull' : `pull up to ${upTo}`)(),
        pullNow: (endsBusyDelays) => record(endsBusyDelays ? 'asked' : 'now')(),
        resend: record('resend'),
        pullEachMinute: record('minute'),
        renewSession: () => undefined,
        watchChanged: record('watch'),
      },
    ),
    setVisible(next: boolean) {
      visible = next;
      for (const listener of listeners) listener();
    },
  };
}

describe('signals', () => {
  it('[SY-18] cause one pull per burst', () => {
    const { signals, requests } = open(true);
    for (let at = 0; at < 100; at += 10) {
      signals.changed(null);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(requests).toEqual(['pull at 150']);
    signals.stop();
  });

  it('[G-4] spread the pulls of all devices over 3 s after a change that everybody may see, and pull sooner after a change of the person’s own rows', () => {
    const { signals, requests } = open(true);
    signals.happenedToMany();
    signals.happenedToMany();
    vi.advanceTimersByTime(5_000);
    signals.happenedToMany();
    signals.changed(7n);
    vi.advanceTimersByTime(5_000);
    expect(requests).toEqual(['pull at 1650', 'pull at 5150']);
    signals.stop();
  });

  it('[SY-16] [SY-18] pull within 3 s of a subscription, and send delayed actions within 30 s of the last subscription', () => {
    const { signals, requests } = open(true);
    signals.subscribed();
    vi.advanceTimersByTime(14_000);
    signals.subscribed();
    vi.advanceTimersByTime(20_000);
    signals.subscribed();
    signals.stop();
    vi.advanceTimersByTime(30_000);
    expect(requests).toEqual(['pull at 1650', 'pull at 15650', 'resend at 29000']);
  });

  it('[G-4] [SY-17] tell whether any page of the person is visible: this one, or one that sent a request within the last 90 s', () => {
    const { signals, requests, setVisible } = open(true);
    expect(signals.isWatched()).toBe(true);
    setVisible(false);
    expect(signals.isWatched()).toBe(false);
    vi.advanceTimersByTime(1_000);
    signals.watchedElsewhere();
    expect(signals.isWatched()).toBe(true);
    vi.advanceTimersByTime(60_000);
    signals.watchedElsewhere();
    vi.advanceTimersByTime(89_999);
    expect(signals.isWatched()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(signals.isWatched()).toBe(false);
    expect(requests.filter((request) => request.startsWith('watch'))).toEqual([
      'watch at 0',
      'watch at 1000',
      'watch at 61000',
      'watch at 151000',
    ]);
    signals.stop();
  });

  it('[SY-18] pull at once when the page becomes visible, then each minute', () => {
    const page = open(false);
    vi.advanceTimersByTime(30_000);
    page.setVisible(true);
    vi.advanceTimersByTime(59_000);
    expect(page.requests).toEqual(['watch at 30000', 'asked at 30000', 'minute at 60000']);
    page.signals.stop();
  });

  it('[SY-18] name the latest transaction of a burst, or none if any of them is unknown', () => {
    const { signals, requests } = open(true);
    for (const transaction of [7n, 12n, 9n]) signals.changed(transaction);
    vi.advanceTimersByTime(150);
    for (const transaction of [13n, null, 14n]) signals.changed(transaction);
    vi.advanceTimersByTime(150);
    expect(requests).toEqual(['pull up to 12 at 150', 'pull at 300']);
    signals.stop();
  });

  it('[SY-18] send new actions at once, but deferrable ones together while hidden', () => {
    const { signals, requests, setVisible } = open(false);
    signals.queued(0);
    for (let at = 0; at < 20; at += 1) {
      signals.queued(60_000);
      vi.advanceTimersByTime(6_000);
    }
    expect(requests).toEqual(['now at 0', 'pull at 60000', 'pull at 120000']);
    requests.length = 0;
    setVisible(true);
    signals.queued(60_000);
    expect(requests).toEqual(['watch at 120000', 'asked at 120000', 'now at 120000']);
    signals.stop();
  });

  it('[SY-18] send deferrable actions together with more urgent ones', () => {
    const { signals, requests } = open(false);
    signals.queued(1_200_000);
    vi.advanceTimersByTime(30_000);
    signals.queued(60_000);
    signals.queued(1_200_000);
    vi.advanceTimersByTime(1_200_000);
    expect(requests).toEqual(['pull at 90000']);
    signals.stop();
  });

  it('[SY-18] send deferred actions with the next pull, which then names no transaction', () => {
    const { signals, requests } = open(false);
    signals.queued(60_000);
    signals.changed(5n);
    vi.advanceTimersByTime(1000);
    signals.changed(6n);
    signals.queued(60_000);
    vi.advanceTimersByTime(1_000_000);
    expect(requests).toEqual(['pull at 150', 'pull at 1150']);
    signals.stop();
  });

  it('[SY-18] pull once when the page becomes visible, without the delayed pull', () => {
    const { signals, requests, setVisible } = open(false);
    signals.queued(60_000);
    vi.advanceTimersByTime(1_000);
    setVisible(true);
    vi.advanceTimersByTime(59_000);
    setVisible(false);
    vi.advanceTimersByTime(2_000_000);
    expect(requests.filter((request) => !request.startsWith('watch'))).toEqual(['asked at 1000', 'minute at 60000']);
    signals.stop();
  });

  it('request nothing after stop', () => {
    const { signals, requests } = open(true);
    signals.changed(null);
    signals.stop();
    vi.advanceTimersByTime(2_000_000);
    expect(requests).toEqual([]);
  });
});
