import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStack, type Stack } from '../supabase/local/stack.ts';
import { openBetaSession } from '../tests/support/beta-token.ts';
import { followLink } from '../tests/support/follow-link.ts';
import { newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync, ScopeClosed, type AcknowledgedAction } from './client.ts';

const TRACK = '0197f000-0000-7000-8000-000000000001';
let stack: Stack;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-engine-'));
  stack = await startStack({ dataDir, port: 0, passcode: 'underground', empty: true, durable: false });
  const sql = postgres(stack.keys.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`insert into auth.users (id, email) values ('0197f000-0000-7000-8000-00000000000a', 'artist@example.com')`;
  await sql`
    insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
    values (${TRACK}, '0197f000-0000-7000-8000-00000000000a', 'Night bus', 'Artist', 'House', 'a/night-bus.mp3', 180000,
      1000, true)`;
  await sql.end();
});

afterAll(async () => {
  await stack?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('[SY-13] a person signs up, confirms by mail, pulls, plays, and sees the resulting balance of the server', async () => {
  const browser = newBrowser();
  const config = { supabaseUrl: stack.url, publishableKey: stack.keys.publishableKey };
  const client = openSync(pageOf(browser, config));
  const acknowledged: AcknowledgedAction[] = [];
  try {
    await until(client.account, (account) => account.kind === 'nobody');
    expect(await client.beta.unlock('wrong')).toEqual({ kind: 'wrong' });
    expect(await client.beta.unlock('underground')).toEqual({ kind: 'unlocked' });
    expect(await client.beta.check()).toBe('valid');

    const guest = await scopeOf(client);
    const explore = guest.explore({ search: '', genre: null });
    expect(guest.explore({ search: '', genre: null })).toBe(explore);
    const guestView = await until(explore, (view) => view.state === 'complete');
    expect(guestView.tracks.map(({ id, title, playedToday }) => ({ id, title, playedToday }))).toEqual([
      { id: TRACK, title: 'Night bus', playedToday: false },
    ]);

    const redirectTo = `${stack.url}/auth/callback`;
    expect(await client.auth.signUp('fan@example.com', 'secret99', redirectTo)).toEqual({
      ok: true,
      value: { session: false },
    });
    const link = stack.mailbox.latestTo('fan@example.com')?.link ?? '';
    expect(await client.auth.completeRedirect(link)).toEqual({ kind: 'session', recovery: false });
    expect(client.account.get()).toMatchObject({ kind: 'user', email: 'fan@example.com', locked: false });
    const scope = await scopeOf(client);
    expect(scope).not.toBe(guest);
    await expect(guest.discard('any')).rejects.toThrow(ScopeClosed);
    scope.onAcknowledged((action) => acknowledged.push(action));

    await until(scope.me, (me) => me?.balance?.zaps === 0);
    const payload = { track_id: TRACK, progress_ms: 30_000, is_manual: true };
    const id = await scope.enqueue('play.record', payload);
    // The play counts before the server has received it.
    expect((await until(scope.me, (me) => me?.playsToday === 1))?.playsToday).toBe(1);
    expect(scope.track(TRACK).get()?.playedToday).toBe(true);

    const me = await until(scope.me, (me) => me?.zaps === 2 && me.zapsToday === 2);
    expect({ zaps: me?.zaps, zapsToday: me?.zapsToday, playsToday: me?.playsToday }).toEqual({
      zaps: 2,
      zapsToday: 2,
      playsToday: 1,
    });
    await until(scope.pending, (pending) => pending.length === 0);
    expect(acknowledged.map((action) => ({ id: action.id, kind: action.kind, status: action.status }))).toEqual([
      { id, kind: 'play.record', status: 'applied' },
    ]);
    expect((await until(scope.track(TRACK), (track) => track?.play_count === 1))?.playedToday).toBe(true);

    expect(await scope.procedures.checkUploadSlots()).toMatchObject({ ok: true, value: { allowed: true } });
    expect(await client.auth.signOut({ discard: false })).toEqual({ kind: 'signed-out' });
    expect(client.account.get()).toEqual({ kind: 'nobody' });
  } finally {
    await client.close();
  }
});

async function newAccount(email: string): Promise<void> {
  const response = await fetch(`${stack.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: stack.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'secret99', data: { beta_token: await openBetaSession(stack) } }),
  });
  expect(response.status).toBe(200);
  await followLink(stack, linkTo(email));
}
const linkTo = (email: string) => stack.mailbox.latestTo(email)?.link ?? '';

it("another person's link replaces the session only after a question, which one's own link does not need", async () => {
  const config = { supabaseUrl: stack.url, publishableKey: stack.keys.publishableKey };
  const client = openSync(pageOf(newBrowser(), config));
  const [ownEmail, otherEmail] = ['nina@example.com', 'eve@example.com'];
  const redirectTo = `${stack.url}/auth/callback`;
  const redeem = async () => {
    const outcome = await client.auth.completeRedirect(linkTo(otherEmail));
    if (outcome.kind !== 'other') throw new Error(`The link came to ${outcome.kind}`);
    return outcome;
  };
  try {
    await newAccount(ownEmail);
    await newAccount(otherEmail);
    expect(await client.auth.signIn(ownEmail, 'secret99')).toMatchObject({ ok: true });
    const scope = await scopeOf(client);

    await client.auth.sendMagicLink(otherEmail, redirectTo);
    const first = await redeem();
    expect([first.from, first.to, first.recovery]).toEqual([ownEmail, otherEmail, false]);
    expect(client.account.get()).toMatchObject({ kind: 'user', email: ownEmail });
    await first.stay();
    expect(client.account.get()).toMatchObject({ kind: 'user', email: ownEmail });
    expect(client.scope.get()).toBe(scope);

    await client.auth.sendMagicLink(ownEmail, redirectTo);
    expect(await client.auth.completeRedirect(linkTo(ownEmail))).toEqual({ kind: 'session', recovery: false });
    expect(client.scope.get()).toBe(scope);

    await client.auth.sendPasswordReset(otherEmail, redirectTo);
    const second = await redeem();
    expect([second.from, second.to, second.recovery]).toEqual([ownEmail, otherEmail, true]);
    await second.switchOver();
    await until(client.account, (account) => account.kind === 'user' && account.email === otherEmail);
  } finally {
    await client.close();
  }
});

it('a person signs in with a passphrase of 40 Cyrillic letters, all of which count', async () => {
  const config = { supabaseUrl: stack.url, publishableKey: stack.keys.publishableKey };
  const client = openSync(pageOf(newBrowser(), config));
  const [email, phrase] = ['anna@example.com', 'съешьжеещёэтихмягкихфранцузскихбулокдача'];
  try {
    expect(await client.beta.unlock('underground')).toEqual({ kind: 'unlocked' });
    expect(await client.auth.signUp(email, phrase, `${stack.url}/auth/callback`)).toMatchObject({ ok: true });
    const code = stack.mailbox.latestTo(email)?.code ?? '';
    expect(await client.auth.verifyCode(email, '000000', 'signup')).toMatchObject({ ok: false });
    expect(await client.auth.verifyCode(email, code, 'signup')).toEqual({ ok: true, value: null });
    expect(client.account.get()).toMatchObject({ kind: 'user', email });
    await client.auth.signOut({ discard: true });
    expect(await client.auth.signIn(email, `${phrase.slice(0, -1)}я`)).toMatchObject({ ok: false });
    expect(await client.auth.signIn(email, phrase)).toMatchObject({ ok: true });
  } finally {
    await client.close();
  }
});
