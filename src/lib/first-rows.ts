/** A request that the page's first script has made for the engine (src/start/ask-first-rows.ts). */
export interface FirstRows {
  readonly url: string;
  readonly body: string;
  /** Whose it is, as the header says it. */
  readonly authorization: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Missing where nothing was asked ahead, and once the answer has been taken. */
    firstRows?: FirstRows;
  }
}

/** `fetch`, which answers the very request that was made ahead, for the same person, with what came for that: once. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const asked = window.firstRows;
  if (input !== asked?.url) return fetch(input, init);
  delete window.firstRows;
  const isSame = init?.body === asked.body && new Headers(init.headers).get('authorization') === asked.authorization;
  return isSame ? asked.answer.catch(() => fetch(input, init)) : fetch(input, init);
};
