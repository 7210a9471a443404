import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSignals } from './signals.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A page that is looked at or not, and when it asked for what. */
function open(isVisible: boolean) {
  const shows = new Set<() => void>();
  const asked: string[] = [];
  const note = (what: string) => () => void asked.push(`${what} at ${Date.now() - began}`);
  const began = Date.now();
  let isSeen = isVisible;
  return {
    asked,
    signals: watchSignals(
      {
        visibility: {
          isVisible: () => isSeen,
          onChange: (listener) => {
            shows.add(listener);
            return () => shows.delete(listener);
          },
        },
        onNetworkChange: () => () => undefined,
      },
      { pull: note('pull'), pullNow: note('now'), pullByTheMinute: note('minute'), renewSession: () => undefined },
    ),
    turn(next: boolean) {
      isSeen = next;
      for (const listener of shows) listener();
    },
  };
}

describe('what says that there is something to pull', () => {
  it('[SY-18] makes one pull of a burst', () => {
    const { signals, asked } = open(true);
    for (let at = 0; at < 100; at += 10) {
      signals.changed('all');
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(asked).toEqual(['pull at 150']);
    signals.stop();
  });

  it('[SY-18] pulls what everybody sees once a minute while nobody looks, and what is the own at once', () => {
    const { signals, asked } = open(false);
    for (let at = 0; at < 120; at += 1) {
      if (at === 70) signals.changed('own');
      signals.changed('all');
      vi.advanceTimersByTime(1000);
    }
    expect(asked).toEqual(['pull at 60000', 'pull at 70150']);
    signals.stop();
  });

  it('[SY-18] asks for nothing by the clock while nobody looks, and once when somebody does again', () => {
    const page = open(false);
    page.signals.changed('all');
    vi.advanceTimersByTime(30_000);
    page.turn(true);
    vi.advanceTimersByTime(59_000);
    expect(page.asked).toEqual(['now at 30000', 'minute at 60000']);
    page.signals.stop();
  });

  it('asks for nothing after it was stopped', () => {
    const { signals, asked } = open(true);
    signals.changed('own');
    signals.stop();
    vi.advanceTimersByTime(200_000);
    expect(asked).toEqual([]);
  });
});
