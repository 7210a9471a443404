export interface HttpStack {
  readonly url: string;
  readonly keys: { readonly publishableKey: string };
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends requests with a real token, like the app's client. */
export interface HttpCaller {
  readonly name: string;
  readonly id: string | null;
  readonly token: string;
  /** `prefer` selects the returned representation, or an upsert. */
  send(method: string, path: string, body?: unknown, prefer?: string): Promise<Answer>;
  fetch(path: string, request: CallerRequest): Promise<Response>;
}

type CallerRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

export function httpCaller(
  stack: HttpStack,
  identity: { name: string; id?: string; token?: string; apiKey?: string; betaToken?: string },
): HttpCaller {
  const apiKey = identity.apiKey ?? stack.keys.publishableKey;
  const token = identity.token ?? apiKey;
  const keys = {
    apikey: apiKey,
    authorization: `Bearer ${token}`,
    ...(identity.betaToken === undefined ? {} : { 'x-beta-session': identity.betaToken }),
  };
  const fetchWithKeys = (path: string, request: CallerRequest) =>
    fetch(stack.url + path, { ...request, headers: { ...keys, ...request.headers } });
  return {
    name: identity.name,
    id: identity.id ?? null,
    token,
    fetch: fetchWithKeys,
    async send(method, path, body, prefer = method === 'GET' ? '' : 'return=minimal') {
      const response = await fetchWithKeys(path, {
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
