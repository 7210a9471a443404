import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import * as z from 'zod';
import { pushResponse } from '../../sync/model/wire.ts';
import { type HttpCaller, httpCaller } from '../../supabase/tests/http-caller.ts';
import type { action } from '../../supabase/tests/scene.ts';
import type { KillableStack } from './killable-stack.ts';

/** Ids of actions, and files, that the server has confirmed and so must not lose. */
export interface Accepted {
  readonly actions: Set<string>;
  /** Bytes by '{bucket}/{name}'. */
  readonly files: Map<string, number>;
}

export const nothingAccepted = (): Accepted => ({ actions: new Set(), files: new Map() });

export interface Person {
  readonly id: string;
  readonly caller: HttpCaller;
  /** Texts that no log may contain, by name. */
  readonly secrets: Readonly<Record<string, string>>;
}

const session = z.object({ access_token: z.string(), refresh_token: z.string(), user: z.object({ id: z.string() }) });

async function addPerson(stack: KillableStack): Promise<Person> {
  const account = { email: `${randomUUID()}@example.com`, password: `correct horse ${randomUUID()}` };
  const operator = httpCaller(stack, { name: 'operator', apiKey: stack.keys.serviceRoleKey });
  const created = await operator.send('POST', '/auth/v1/admin/users', { ...account, email_confirm: true });
  if (created.status !== 200) throw new Error(`no account: ${created.status} ${JSON.stringify(created.body)}`);
  const guest = httpCaller(stack, { name: 'guest' });
  const { body } = await guest.send('POST', '/auth/v1/token?grant_type=password', account);
  const { access_token: token, refresh_token, user } = session.parse(body);
  return {
    id: user.id,
    caller: httpCaller(stack, { name: user.id, id: user.id, token }),
    secrets: { ...account, token, refresh_token, id: user.id },
  };
}

export async function addPeople(stack: KillableStack, count: number): Promise<Person[]> {
  return await Promise.all(Array.from({ length: count }, () => addPerson(stack)));
}

/** Makes accounts older, and gives each a name, a picture and ZAPs, which unlock features. */
export async function unlockFeatures(sql: postgres.Sql, people: readonly Person[], earned = 300): Promise<void> {
  const ids = people.map(({ id }) => id);
  await sql`update auth.users set created_at = '2020-01-01' where id = any (${ids})`;
  await sql`update public.user_profiles set artist_name = 'Nina', avatar_url = id || '/face.png' where id = any (${ids})`;
  await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
            select id, 'zap', ${earned}, '2026-01-05' from unnest(${ids}::uuid[]) id`;
}

export async function setBalance(sql: postgres.Sql, { id }: Person, zaps: number): Promise<void> {
  await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
            select user_id, 'zap', ${zaps} - zaps, '2026-01-05' from public.user_balances where user_id = ${id}`;
}

/**
 * Pushes actions. @returns for each its status, or the code of its refusal. A refused push has only its status
 * ('http 400'); a push without a response is 'lost'.
 */
export async function send(
  { caller }: Pick<Person, 'caller'>,
  actions: readonly ReturnType<typeof action>[],
  accepted: Accepted,
): Promise<string[]> {
  try {
    const { status, body } = await caller.send('POST', '/rest/v1/rpc/sync_push', { p_actions: actions });
    if (status !== 200) return [`http ${status}`];
    return pushResponse.parse(body).results.map(({ id, status: outcome, result }) => {
      if (outcome === 'applied') accepted.actions.add(id);
      if (outcome !== 'rejected') return outcome;
      return typeof result['code'] === 'string' ? result['code'] : 'no code';
    });
  } catch (error) {
    if (error instanceof z.ZodError) throw error;
    return ['lost'];
  }
}

const callResponse = z.looseObject({ success: z.boolean(), code: z.string().optional() });

/** Calls a procedure of an online action, by default with a new action id. @returns 'applied', the code of the refusal, 'http 400' or 'lost' */
export async function call(
  { caller }: Pick<Person, 'caller'>,
  name: string,
  args: Readonly<Record<string, unknown>>,
  accepted: Accepted,
  id: string = randomUUID(),
): Promise<string> {
  try {
    const { status, body } = await caller.send('POST', `/rest/v1/rpc/${name}`, { ...args, p_action_id: id });
    if (status !== 200) return `http ${status}`;
    const { success, code } = callResponse.parse(body);
    if (!success) return code ?? 'refused';
    accepted.actions.add(id);
    return 'applied';
  } catch (error) {
    if (error instanceof z.ZodError) throw error;
    return 'lost';
  }
}

/** Sends a REST request. Returns 'applied', the status ('http 400'), or 'lost'. */
export async function write(
  { caller }: Pick<Person, 'caller'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  try {
    const { status } = await caller.send(method, `/rest/v1/${path}`, body);
    return status < 400 ? 'applied' : `http ${status}`;
  } catch {
    return 'lost';
  }
}

/** Uploads a file into the person's folder. Returns 'applied', the status ('http 400'), or 'lost'. */
export async function upload(
  { id, caller }: Pick<Person, 'id' | 'caller'>,
  bucket: 'tracks' | 'covers',
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  accepted: Accepted,
): Promise<string> {
  const path = `${bucket}/${id}/${file}`;
  try {
    const response = await caller.fetch(`/storage/v1/object/${path}`, {
      method: 'POST',
      headers: { 'content-type': bucket === 'tracks' ? 'audio/mpeg' : 'image/png' },
      body: bytes,
    });
    const text = await response.text();
    // The file exists already if an earlier response was lost.
    const isStored = response.ok || /Duplicate|already exists/i.test(text);
    // Storage answers some failures with 400, and names the status of the failure in the body.
    if (!isStored) return `http ${/"statusCode":"(5\d\d)"/.exec(text)?.[1] ?? response.status}`;
    accepted.files.set(path, bytes.length);
    return 'applied';
  } catch {
    return 'lost';
  }
}
