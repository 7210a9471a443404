import * as z from 'zod/mini';

interface FollowedStack {
  readonly url: string;
  readonly keys: { readonly publishableKey: string };
}

const session = z.looseObject({ access_token: z.string(), refresh_token: z.string() });

export function readLink(link: string | null | undefined): { token_hash: string; type: string; email: string } {
  const parameters = new URLSearchParams(new URL(link ?? 'about:blank').hash.slice(1));
  const get = (name: string) => parameters.get(name) ?? '';
  return { token_hash: get('token_hash'), type: get('type'), email: get('email') };
}

export async function followLink({ url, keys }: FollowedStack, link: string | null | undefined) {
  const { token_hash, type } = readLink(link);
  const response = await fetch(`${url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token_hash, type }),
  });
  const json: unknown = await response.json();
  const parsed = session.safeParse(json);
  return { status: response.status, json, session: parsed.success ? parsed.data : null };
}
