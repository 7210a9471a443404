import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSilence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const events: unknown[] = [];
  const silence = watchSilence({
    onChange: (isSilent) => events.push(isSilent),
    checkServer: () => events.push('checked'),
  });
  return { silence, events, pass: (ms: number) => vi.advanceTimersByTime(ms) };
}

it('a stalled transfer is reported as silent within 3 s, and as not silent once bytes move', () => {
  const { silence, events, pass } = open();
  pass(3_000);
  expect(events).toEqual([true, 'checked']);
  silence.progressed(false);
  expect(events).toEqual([true, 'checked', false]);
  pass(3_000);
  silence.end();
  pass(60_000);
  expect(events).toEqual([true, 'checked', false, true, 'checked', false]);
});

it('a slow transfer is not reported as silent', () => {
  const { silence, events, pass } = open();
  for (let bytes = 0; bytes < 20; bytes++) {
    pass(2_000);
    silence.progressed(false);
  }
  expect(events).toEqual([]);
});

it('while the server checks a complete file, one request tests the connection', () => {
  const { silence, events, pass } = open();
  silence.progressed(true);
  pass(60_000);
  expect(events).toEqual(['checked']);
});
