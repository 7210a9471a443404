import { bootState } from './contract.ts';

/** `fetch` for the engine. If the boot script has sent an identical request for the same person, its response is used, once. */
export const fetchWithPrefetch: typeof fetch = (input, init) => {
  const { rows } = bootState();
  if (!rows || input !== rows.url) return fetch(input, init);
  delete bootState().rows;
  const isSame = init?.body === rows.body && new Headers(init.headers).get('authorization') === rows.authorization;
  return isSame ? rows.response.catch(() => fetch(input, init)) : fetch(input, init);
};
