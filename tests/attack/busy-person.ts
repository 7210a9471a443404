import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { mp3, png } from '../../sync/media/sample-files.ts';
import { pushResponse } from '../../sync/model/wire.ts';
import { action, play } from '../../supabase/tests/scene.ts';
import type { KillableStack } from './killable-stack.ts';

/** A play counts at most each 30 s (S-11). */
const APART_MS = 31_000;

/** What the server has said yes to: nothing of it may ever be missing. */
export interface Accepted {
  readonly actions: Set<string>;
  /** '{bucket}/{name}', and the bytes of each. */
  readonly files: Map<string, number>;
}

export interface Person {
  readonly id: string;
  readonly token: string;
}

/** An account of the operator's making, signed in. */
export async function addPerson({ url, keys }: KillableStack): Promise<Person> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse' };
  const admin = createClient(url, keys.serviceRoleKey, options);
  const made = await admin.auth.admin.createUser({ ...account, email_confirm: true });
  if (made.error) throw made.error;
  const { data, error } = await createClient(url, keys.publishableKey, options).auth.signInWithPassword(account);
  if (error) throw error;
  return { id: data.user.id, token: data.session.access_token };
}

/** Plays, uploads and publishes; what is not answered is sent again, as the queue of a device does. */
export async function beBusy(stack: KillableStack, person: Person, tracks: readonly string[], accepted: Accepted) {
  const start = Date.now() - (tracks.length + 1) * APART_MS;
  for (const [index, track] of tracks.entries()) {
    // Later plays count from the last action on.
    const at = new Date(start + index * APART_MS).toISOString();
    await pushUntilAnswered(stack, person, play(track, { at }), accepted);
    if (index % 20 === 10) await publish(stack, person, at, accepted);
    if (index % 15 === 5) await uploadUntilAnswered(stack, person, 'covers', `${randomUUID()}.png`, accepted);
  }
}

async function publish(stack: KillableStack, person: Person, at: string, accepted: Accepted): Promise<void> {
  const id = randomUUID();
  const name = await uploadUntilAnswered(stack, person, 'tracks', `${id}.mp3`, accepted);
  const words = { title: 'Night Bus', artist_name: 'Nina', genre: 'House' };
  const payload = {
    track_id: id,
    ...words,
    audio_path: name,
    cover_path: null,
    radio_opt_in: true,
    rights_confirmed: true,
  };
  await pushUntilAnswered(stack, person, action('track.create', payload, { at }), accepted);
}

const headersOf = ({ keys }: KillableStack, { token }: Person) => ({
  apikey: keys.publishableKey,
  authorization: `Bearer ${token}`,
});

async function pushUntilAnswered(
  stack: KillableStack,
  person: Person,
  one: ReturnType<typeof action>,
  accepted: Accepted,
): Promise<void> {
  await untilAnswered(async () => {
    const response = await fetch(`${stack.url}/rest/v1/rpc/sync_push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(stack, person) },
      body: JSON.stringify({ p_actions: [one] }),
    });
    const text = await response.text();
    if (response.status >= 500) return false;
    if (!response.ok) throw new Refused(`${one.kind} was answered ${response.status}: ${text}`);
    const [result] = pushResponse.parse(JSON.parse(text)).results;
    if (result?.status === 'rejected') throw new Refused(`${one.kind} was refused: ${JSON.stringify(result.result)}`);
    if (result?.status !== 'applied') return false;
    accepted.actions.add(one.id);
    return true;
  });
}

async function uploadUntilAnswered(
  stack: KillableStack,
  person: Person,
  bucket: 'tracks' | 'covers',
  file: string,
  accepted: Accepted,
): Promise<string> {
  const name = `${person.id}/${file}`;
  const bytes = bucket === 'tracks' ? mp3({ frames: 2_000 }) : png({ width: 300, height: 300 });
  await untilAnswered(async () => {
    const response = await fetch(`${stack.url}/storage/v1/object/${bucket}/${name}`, {
      method: 'POST',
      headers: { 'content-type': bucket === 'tracks' ? 'audio/mpeg' : 'image/png', ...headersOf(stack, person) },
      body: bytes,
    });
    const text = await response.text();
    // The first answer was lost.
    const isThere = response.ok || /Duplicate|already exists/i.test(text);
    if (isThere) accepted.files.set(`${bucket}/${name}`, bytes.length);
    else if (response.status < 500 && !/"statusCode":"5/.test(text))
      throw new Refused(`${name}: ${response.status} ${text}`);
    return isThere;
  });
  return name;
}

/** A final no to what is allowed. */
class Refused extends Error {}

async function untilAnswered(attempt: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 120_000;
  for (;;) {
    const isDone = await attempt().catch((error: unknown) => {
      if (error instanceof Refused) throw error;
      return false;
    });
    if (isDone) return;
    if (Date.now() > until) throw new Error('nothing was answered for two minutes');
    await sleep(50);
  }
}
