/** A stack that a test calls over HTTP. */
export interface AskedStack {
  readonly url: string;
  readonly keys: { readonly publishableKey: string };
}

/** An HTTP response; `body` is parsed when it is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A caller with a real token, like the app's client. */
export interface HttpCaller {
  readonly name: string;
  /** The user's id, or null for a caller without an account. */
  readonly id: string | null;
  /** Its bearer: an access token, or the key. */
  readonly token: string;
  /** `prefer` is the header of that name: the representation to return, or an upsert. */
  send(method: string, path: string, body?: unknown, prefer?: string): Promise<Answer>;
  /** Any other request, e.g. with a file, with the same keys. */
  fetch(path: string, request: OwnRequest): Promise<Response>;
}

type OwnRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

export function httpCaller(
  stack: AskedStack,
  who: { name: string; id?: string; token?: string; apiKey?: string; betaToken?: string },
): HttpCaller {
  const apiKey = who.apiKey ?? stack.keys.publishableKey;
  const token = who.token ?? apiKey;
  const keys = {
    apikey: apiKey,
    authorization: `Bearer ${token}`,
    ...(who.betaToken === undefined ? {} : { 'x-beta-session': who.betaToken }),
  };
  const ask = (path: string, request: OwnRequest) =>
    fetch(stack.url + path, { ...request, headers: { ...keys, ...request.headers } });
  return {
    name: who.name,
    id: who.id ?? null,
    token,
    fetch: ask,
    async send(method, path, body, prefer = method === 'GET' ? '' : 'return=minimal') {
      const response = await ask(path, {
        method,
        headers: { 'content-type': 'application/json', prefer },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: parse(text) };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
