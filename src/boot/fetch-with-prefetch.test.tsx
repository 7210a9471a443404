import { afterEach, expect, it } from 'vitest';
import { bootState, type FirstRows } from './contract.ts';
import { fetchWithPrefetch } from './fetch-with-prefetch.ts';

const url = new URL('/src/boot/fetch-with-prefetch.ts', location.href).href;
const prefetched: Omit<FirstRows, 'response'> = { url, body: '{"p":{"limit":50}}', authorization: 'Bearer mine' };

afterEach(() => {
  delete window.boot;
});

async function request(change: Partial<Omit<FirstRows, 'response'>> = {}): Promise<string> {
  const { url: to, body, authorization } = { ...prefetched, ...change };
  const response = await fetchWithPrefetch(to, { method: 'POST', body, headers: { authorization } });
  return response.text();
}

it('the prefetched response is consumed once, and only by an identical request', async () => {
  const setPrefetched = () =>
    (bootState().rows = { ...prefetched, response: Promise.resolve(new Response('prefetched')) });
  setPrefetched();
  expect(await request({ url: `${url}?another` })).not.toBe('prefetched');
  expect(await request()).toBe('prefetched');
  expect(await request()).not.toBe('prefetched');
  setPrefetched();
  expect(await request({ authorization: 'Bearer theirs' })).not.toBe('prefetched');
  expect(await request()).not.toBe('prefetched');
  setPrefetched();
  expect(await request({ body: '{}' })).not.toBe('prefetched');
});

it('a request whose prefetch failed is sent again', async () => {
  bootState().rows = { ...prefetched, response: Promise.reject(new TypeError('Failed to fetch')) };
  expect(await request()).not.toBe('');
});
