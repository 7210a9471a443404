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

it('hangs within 3 s of silence, and is there again with the first answer', async () => {
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

it('is only slow where the first byte takes a second and a half, however often', async () => {
  const { told, ask, pass } = open();
  for (let times = 0; times < 20; times++) {
    const request = ask();
    await pass(1_500);
    request.answer();
    await pass(0);
  }
  expect(told).toEqual([]);
});

it('is there while anything is answered, and hangs when nothing is any more', async () => {
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

it('hangs on while one request after another is given up, and not where one fails at once', async () => {
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

it('hangs also where a token has to be renewed first, whose end is no answer', async () => {
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
