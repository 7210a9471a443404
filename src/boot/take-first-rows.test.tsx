import { afterEach, expect, it } from 'vitest';
import { bootState, type FirstRows } from './contract.ts';
import { fetchOrTake } from './take-first-rows.ts';

const url = new URL('/src/boot/take-first-rows.ts', location.href).href;
const ahead: Omit<FirstRows, 'answer'> = { url, body: '{"p":{"limit":50}}', authorization: 'Bearer mine' };

afterEach(() => {
  delete window.boot;
});

async function ask(change: Partial<Omit<FirstRows, 'answer'>> = {}): Promise<string> {
  const { url: to, body, authorization } = { ...ahead, ...change };
  const answer = await fetchOrTake(to, { method: 'POST', body, headers: { authorization } });
  return answer.text();
}

it('the prefetched response is consumed once, and only by an identical request', async () => {
  const put = () => (bootState().rows = { ...ahead, answer: Promise.resolve(new Response('ahead')) });
  put();
  expect(await ask({ url: `${url}?another` })).not.toBe('ahead');
  expect(await ask()).toBe('ahead');
  expect(await ask()).not.toBe('ahead');
  put();
  expect(await ask({ authorization: 'Bearer theirs' })).not.toBe('ahead');
  expect(await ask()).not.toBe('ahead');
  put();
  expect(await ask({ body: '{}' })).not.toBe('ahead');
});

it('a failed prefetch is requested again', async () => {
  bootState().rows = { ...ahead, answer: Promise.reject(new TypeError('Failed to fetch')) };
  expect(await ask()).not.toBe('');
});
