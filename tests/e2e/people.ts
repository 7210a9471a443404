import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Scope, SyncClient } from '../../sync/client.ts';
import { openBetaSession } from '../support/beta-token.ts';
import { followLink } from '../support/follow-link.ts';
import type { Account, Backend } from './fixtures.ts';

export async function idOf({ sql }: Pick<Backend, 'sql'>, email: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  if (!row) throw new Error(`No account ${email}`);
  return row.id;
}

export async function createAccount(
  backend: Pick<Backend, 'url' | 'keys' | 'mailbox'>,
  { email, password }: Account,
): Promise<void> {
  const { url, keys, mailbox } = backend;
  const signUp = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: keys.publishableKey },
    body: JSON.stringify({ email, password, data: { beta_token: await openBetaSession(backend) } }),
  });
  if (!signUp.ok) throw new Error(`No account for ${email}: ${await signUp.text()}`);
  await followLink(backend, mailbox.latestTo(email)?.link);
}

const avatarBytes = readFileSync(fileURLToPath(new URL('../fixtures/cover.png', import.meta.url)));

/** Makes an account older (S-40), and gives it a name, a picture and ZAPs, by default enough for all features (S-14). */
export async function establish(
  { sql, storage }: Pick<Backend, 'sql' | 'storage'>,
  id: string,
  name: string,
  zaps = 60,
): Promise<void> {
  const avatarName = `${id}/face.png`;
  await storage.putObject({ bucket: 'avatars', name: avatarName, bytes: avatarBytes, ownerId: id });
  await sql`update auth.users set created_at = '2026-01-01' where id = ${id}`;
  await sql`update public.user_profiles set artist_name = ${name}, avatar_url = ${avatarName} where id = ${id}`;
  await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
            values (${id}, 'zap', ${zaps}, '2026-01-05')`;
}

/** Creates a person who cannot sign in. */
export async function createOther(backend: Pick<Backend, 'sql' | 'storage'>, name: string): Promise<string> {
  const id = randomUUID();
  await backend.sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${`${id}@example.com`}, now())`;
  await establish(backend, id, name);
  return id;
}

export async function establishAccount(backend: Backend, account: Account, name: string): Promise<string> {
  const id = await idOf(backend, account.email);
  await establish(backend, id, name);
  return id;
}

/** Connects two people, as if the second had accepted. */
export const connect = ({ sql }: Pick<Backend, 'sql'>, from: string, to: string) =>
  sql`insert into public.connections (user_id, connection_id, status) values (${from}, ${to}, 'accepted')`;

/** Inserts a track with another track's audio file, so that tests that find the track can play it. */
export async function giveTrack({ sql }: Pick<Backend, 'sql'>, owner: string, title: string): Promise<string> {
  const id = randomUUID();
  await sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                       rights_confirmed, play_count, total_votes, average_vote_rating)
            select ${id}, ${owner}, ${title}, 'Ines Calder', 'House', audio_url || ${`?copy=${id}`}, duration_ms, audio_bytes,
                   true, 702, 31, 4.3
            from public.tracks where is_public and deleted_at is null and audio_url not like '%copy=%' limit 1`;
  return id;
}

type EngineApi = Pick<
  Scope,
  | 'enqueue'
  | 'explore'
  | 'syncNow'
  | 'pending'
  | 'me'
  | 'track'
  | 'connections'
  | 'conversation'
  | 'kept'
  | 'status'
  | 'isFilled'
  | 'playlists'
>;

declare global {
  interface Window {
    undercurrent: EngineApi;
    undercurrentApp: Pick<SyncClient, 'auth'>;
  }
}

type Kind = Parameters<EngineApi['enqueue']>[0];

/** `ago` backdates the action, in ms. */
export type QueuedAction = [kind: Kind, payload: Record<string, unknown>, ago?: number];

export async function enqueueAll(page: Page, actions: readonly QueuedAction[]): Promise<void> {
  await page.evaluate(async (queued) => {
    for (const [kind, payload, ago = 0] of queued)
      await window.undercurrent.enqueue(kind, payload, { occurredAt: new Date(Date.now() - ago) });
  }, actions);
}
