import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForSilence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const told: unknown[] = [];
  const silence = listenForSilence({ onChange: (isSilent) => told.push(isSilent), ask: () => told.push('asked') });
  return { silence, told, pass: (ms: number) => vi.advanceTimersByTime(ms) };
}

it('a stalled transfer is reported as silent within 3 s, and as not silent once bytes move', () => {
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

it('a slow transfer is not reported as silent', () => {
  const { silence, told, pass } = listen();
  for (let bytes = 0; bytes < 20; bytes++) {
    pass(2_000);
    silence.heard(false);
  }
  expect(told).toEqual([]);
});

it('while the server judges a complete file, only a request is sent to it', () => {
  const { silence, told, pass } = listen();
  silence.heard(true);
  pass(60_000);
  expect(told).toEqual(['asked']);
});
