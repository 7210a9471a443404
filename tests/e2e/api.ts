import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type PushResponse, pushResponse } from '../../sync/model/wire.ts';
import type { Account, Backend } from './fixtures.ts';

/** Pushes actions as one request. @returns their results, in order */
export type Act = (...actions: [kind: string, payload: Record<string, unknown>][]) => Promise<PushResponse['results']>;

/** Signs in over HTTP, as a client without the app. */
export async function openApi({ url, keys }: Backend, { email, password }: Account): Promise<Act> {
  const post = async (path: string, body: unknown, token = keys.publishableKey): Promise<unknown> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: keys.publishableKey, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const signedIn = await post('/auth/v1/token?grant_type=password', { email, password });
  const token = z.object({ access_token: z.string() }).parse(signedIn).access_token;
  return async (...actions) => {
    const sent = actions.map(([kind, payload]) => ({
      id: randomUUID(),
      kind,
      v: 1,
      occurred_at: new Date().toISOString(),
      payload,
    }));
    return pushResponse.parse(await post('/rest/v1/rpc/sync_push', { p_actions: sent }, token)).results;
  };
}
