import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLine } from './line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const told: boolean[] = [];
  const line = createLine((isSilent) => told.push(isSilent));
  const ask = () => {
    let answer = () => {};
    let fail = () => {};
    const asked = new Promise<Response>((resolve, reject) => {
      answer = () => resolve(new Response());
      fail = () => reject(new TypeError('Failed to fetch'));
    });
    line.request(asked).catch(() => undefined);
    return { answer, fail };
  };
  return { told, line, ask, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

it('is silent after 3 s without an answer, and back with the first answer', async () => {
  const { told, ask, pass } = open();
  const request = ask();
  await pass(3_000);
  expect(told).toEqual([true]);
  request.answer();
  await pass(0);
  expect(told).toEqual([true, false]);
  await pass(60_000);
  expect(told).toEqual([true, false]);
});

it('is only slow while first bytes take 1.5 s, however often', async () => {
  const { told, ask, pass } = open();
  for (let times = 0; times < 20; times++) {
    const request = ask();
    await pass(1_500);
    request.answer();
    await pass(0);
  }
  expect(told).toEqual([]);
});

it('is fine while any request is answered, and silent when none is', async () => {
  const { told, ask, pass } = open();
  ask();
  for (let times = 0; times < 5; times++) {
    await pass(2_000);
    ask().answer();
    await pass(0);
  }
  expect(told).toEqual([]);
  await pass(3_000);
  expect(told).toEqual([true]);
});

it('stays silent while requests time out one after another, but not if one fails at once', async () => {
  const { told, ask, pass } = open();
  ask().fail();
  await pass(10_000);
  expect(told).toEqual([]);
  for (let times = 0; times < 3; times++) {
    const request = ask();
    await pass(20_000);
    request.fail();
    await pass(0);
  }
  expect(told).toEqual([true]);
});

it('is silent also while a token is renewed first; the end of the renewal is no answer', async () => {
  const { told, line, ask, pass } = open();
  let renew = () => {};
  void line.before(new Promise<void>((resolve) => (renew = resolve)));
  await pass(3_000);
  expect(told).toEqual([true]);
  renew();
  await pass(0);
  expect(told).toEqual([true]);
  ask().answer();
  await pass(0);
  expect(told).toEqual([true, false]);
});
