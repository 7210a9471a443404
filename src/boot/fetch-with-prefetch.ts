import { bootState } from './contract.ts';

/** Uses the boot script's prefetched response once, for an identical request with the same token. */
export const fetchWithPrefetch: typeof fetch = (input, init) => {
  const { rows } = bootState();
  if (!rows || input !== rows.url) return fetch(input, init);
  delete bootState().rows;
  const isSame = init?.body === rows.body && new Headers(init.headers).get('authorization') === rows.authorization;
  return isSame ? rows.response.catch(() => fetch(input, init)) : fetch(input, init);
};
