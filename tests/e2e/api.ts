import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type PushResponse, pushResponse } from '../../sync/model/wire.ts';
import type { Account, Backend } from './fixtures.ts';

/** Does things one after the other by the server's own door, as somebody who is at no browser. */
export type Act = (...actions: [kind: string, payload: Record<string, unknown>][]) => Promise<PushResponse['results']>;

/** Signs somebody in at the server's doors. */
export async function openApi({ url, keys }: Backend, { email, password }: Account): Promise<Act> {
  const post = async (path: string, body: unknown, token = keys.publishableKey): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: keys.publishableKey, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
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
