import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForSilence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const told: unknown[] = [];
  const silence = listenForSilence({ onChange: (isSilent) => told.push(isSilent), ask: () => told.push('asked') });
  return { silence, told, pass: (ms: number) => vi.advanceTimersByTime(ms) };
}

it('a transfer of which nothing moves is said to wait within 3 s, and that it moves as soon as it does', () => {
  const { silence, told, pass } = listen();
  pass(3_000);
  expect(told).toEqual([true, 'asked']);
  silence.heard(false);
  expect(told).toEqual([true, 'asked', false]);
  pass(3_000);
  silence.end();
  pass(60_000);
  expect(told).toEqual([true, 'asked', false, true, 'asked', false]);
});

it('one that is only slow is not', () => {
  const { silence, told, pass } = listen();
  for (let bytes = 0; bytes < 20; bytes++) {
    pass(2_000);
    silence.heard(false);
  }
  expect(told).toEqual([]);
});

it('while all of it is judged, the server is asked whether it is there, and nothing else is said', () => {
  const { silence, told, pass } = listen();
  silence.heard(true);
  pass(60_000);
  expect(told).toEqual(['asked']);
});
