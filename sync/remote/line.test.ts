import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLine } from './line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const states: boolean[] = [];
  const line = createLine((isSilent) => states.push(isSilent));
  const send = () => {
    let answer = () => {};
    let fail = () => {};
    const response = new Promise<Response>((resolve, reject) => {
      answer = () => resolve(new Response());
      fail = () => reject(new TypeError('Failed to fetch'));
    });
    line.request(response).catch(() => undefined);
    return { answer, fail };
  };
  return { states, line, send, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

it('a line becomes silent within 3 s without an answer, and stays silent until the first answer', async () => {
  const { states, send, pass } = open();
  const request = send();
  await pass(3_000);
  expect(states).toEqual([true]);
  request.answer();
  await pass(0);
  expect(states).toEqual([true, false]);
  await pass(60_000);
  expect(states).toEqual([true, false]);
});

it('a line is not silent if each first byte takes 1.5 s', async () => {
  const { states, send, pass } = open();
  for (let times = 0; times < 20; times++) {
    const request = send();
    await pass(1_500);
    request.answer();
    await pass(0);
  }
  expect(states).toEqual([]);
});

it('a line is silent only when no request is answered', async () => {
  const { states, send, pass } = open();
  send();
  for (let times = 0; times < 5; times++) {
    await pass(2_000);
    send().answer();
    await pass(0);
  }
  expect(states).toEqual([]);
  await pass(3_000);
  expect(states).toEqual([true]);
});

it('a line becomes silent 2.5 s after the last answer, although more requests are sent, and some fail', async () => {
  const { states, send, pass } = open();
  send();
  const failing = send();
  await pass(1_500);
  send();
  failing.fail();
  await pass(999);
  expect(states).toEqual([]);
  await pass(1);
  expect(states).toEqual([true]);
});

it('a line stays silent while requests time out one after another, but is not silent after one that fails at once', async () => {
  const { states, send, pass } = open();
  send().fail();
  await pass(10_000);
  expect(states).toEqual([]);
  for (let times = 0; times < 3; times++) {
    const request = send();
    await pass(20_000);
    request.fail();
    await pass(0);
  }
  expect(states).toEqual([true]);
});

it('a line is also silent during a hanging token renewal, whose end does not end the silence', async () => {
  const { states, line, send, pass } = open();
  let renew = () => {};
  void line.before(new Promise<void>((resolve) => (renew = resolve)));
  await pass(3_000);
  expect(states).toEqual([true]);
  renew();
  await pass(0);
  expect(states).toEqual([true]);
  send().answer();
  await pass(0);
  expect(states).toEqual([true, false]);
});
