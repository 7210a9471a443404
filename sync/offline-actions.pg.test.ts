import { IDBKeyRange } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../supabase/local/test-stack.ts';
import { newBrowser, pageOf, scopeOf, until, type Browser } from '../tests/sync/support/page.ts';
import { openSync, type Scope, type SyncClient } from './client.ts';
import { ownerName } from './core/names.ts';
import { newRecord } from './core/records.ts';
import { DeviceDatabase } from './outbox/database.ts';
import { openSessionStore } from './remote/session-store.ts';
import { uuidV7 } from './outbox/uuid.ts';
import { waitFor } from '../tests/support/wait-for.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await openTestStack();
});
afterAll(() => stack.close());

const opened: SyncClient[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
});

interface Device {
  client: SyncClient;
  scope: Scope;
  network: { isCut: boolean; requests: number };
}

const isIdle = (scope: Scope) => scope.pending.get().every(({ state }) => state.kind === 'dead');

async function openDevice(user: TestUser, browser: Browser = newBrowser()): Promise<Device> {
  await openSessionStore(browser.indexedDB).change(() => ({
    userId: user.id,
    email: user.email,
    accessToken: user.token,
    refreshToken: 'unused',
    expiresAt: Date.now() + 3_600_000,
    locked: false,
  }));
  const device = await startApp(browser, false);
  await until(device.scope.me, (me) => (me?.balance ?? null) !== null);
  await until(device.scope.explore({ search: '', genre: null }), (view) => view.state === 'complete');
  return device;
}

async function startApp(browser: Browser, isCut: boolean): Promise<Device> {
  const network = { isCut, requests: 0 };
  const config = { supabaseUrl: stack.stack.url, publishableKey: stack.stack.keys.publishableKey };
  const client = openSync(
    pageOf(browser, config, {
      fetch: (input, init) => {
        if (network.isCut) return Promise.reject(new TypeError('Failed to fetch'));
        if (String(input instanceof Request ? input.url : input).endsWith('/sync_push')) network.requests += 1;
        return fetch(input, init);
      },
    }),
  );
  opened.push(client);
  return { client, scope: await scopeOf(client), network };
}

async function createPerson(name: string, earned: number): Promise<TestUser> {
  const user = await stack.createUser();
  await stack.sql`update public.user_profiles set artist_name = ${name}, avatar_url = ${`${user.id}/face.png`} where id = ${user.id}`;
  await stack.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                  values (${user.id}, 'zap', ${earned}, '2026-01-05')`;
  return user;
}

async function createTrack(owner: TestUser, title: string): Promise<string> {
  const id = uuidV7(Date.now());
  await stack.sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                             rights_confirmed)
                  values (${id}, ${owner.id}, ${title}, 'Artist', 'House', ${`${owner.id}/${id}.mp3`}, 180000, 1000, true)`;
  return id;
}

async function effectsOf(user: TestUser) {
  const { sql } = stack;
  const [effects] = await sql<Record<string, unknown>[]>`
    select (select count(*)::int from public.track_plays where user_id = ${user.id}) as plays,
      (select array_agg(vote_weight) from public.track_votes where user_id = ${user.id}) as votes,
      (select count(*)::int from public.shared_tracks where user_id = ${user.id} and is_shared) as shares,
      (select array_agg(content order by created_at) from public.messages where sender_id = ${user.id}) as sent,
      (select count(*)::int from public.messages where receiver_id = ${user.id} and not is_read) as unread,
      (select array_agg(status) from public.connections where ${user.id} in (user_id, connection_id)) as connections,
      (select bio from public.user_profiles where id = ${user.id}) as bio,
      (select zaps from public.user_balances where user_id = ${user.id}) as zaps`;
  return effects;
}

describe('actions made offline (S-32)', () => {
  it("[SY-1] [SY-13] show at once, survive closing the app, arrive once each, and the overlay then equals the server's state", async () => {
    const [artist, fan, friend] = [
      await createPerson('Artist', 30),
      await createPerson('Fan', 60),
      await createPerson('Friend', 30),
    ];
    const liked = await createTrack(artist, 'Liked');
    const ownTrack = await createTrack(fan, 'Own');
    const deletedTrack = await createTrack(fan, 'Doomed');
    const friendDevice = await openDevice(friend);
    await friendDevice.scope.enqueue('connection.request', { partner_id: fan.id });
    await until(friendDevice.scope.pending, () => isIdle(friendDevice.scope));

    const browser = newBrowser();
    let { client, scope, network } = await openDevice(fan, browser);
    await until(scope.connections, (all) => all[0]?.status === 'pending');
    network.isCut = true;
    // An engine that knows that it is offline puts no action in flight.
    scope.syncNow();
    await until(scope.status, (status) => status.network === 'offline');
    const firstMessageId = uuidV7(Date.now());
    await scope.enqueue('play.record', { track_id: liked, progress_ms: 30_000, is_manual: true });
    await scope.enqueue('vote.cast', { track_id: liked, weight: 2 });
    await scope.enqueue('vote.cast', { track_id: liked, weight: 5 });
    await scope.enqueue('share.add', { track_id: liked });
    await scope.enqueue('track.update', { track_id: ownTrack, title: 'Own, renamed' });
    await scope.enqueue('track.delete', { track_id: deletedTrack });
    await scope.enqueue('profile.update', { bio: 'Written on a train' });
    await scope.enqueue('connection.answer', { partner_id: friend.id, status: 'accepted' });
    await scope.enqueue('message.send', { message_id: firstMessageId, partner_id: friend.id, content: 'First' });
    await scope.enqueue('message.send', {
      message_id: uuidV7(Date.now()),
      partner_id: friend.id,
      content: 'Second',
    });

    const shownBy = (scope: Scope) => ({
      vote: scope.track(liked).get()?.myVote?.weight,
      shared: scope.track(liked).get()?.myShare.isShared,
      played: scope.track(liked).get()?.playedToday,
      titles: scope
        .tracksOf(fan.id)
        .get()
        .map((track) => track.title),
      bio: scope.me.get()?.profile?.bio,
      connection: scope.connections.get().map(({ partnerId, status }) => [partnerId, status]),
      messages: scope
        .conversation(friend.id)
        .get()
        .map(({ content }) => content),
      zaps: scope.me.get()?.zaps,
    });
    const expected = {
      vote: 5,
      shared: true,
      played: true,
      titles: ['Own, renamed'],
      bio: 'Written on a train',
      connection: [[friend.id, 'accepted']],
      messages: ['First', 'Second'],
      zaps: 60 - 5 - 3,
    };
    await waitFor(() => expect(shownBy(scope)).toEqual(expected));
    expect(scope.me.get()).toMatchObject({ zapsPending: true, balance: { zaps: 60 } });
    expect(
      scope
        .conversation(friend.id)
        .get()
        .map(({ state }) => state),
    ).toEqual(['waiting', 'waiting']);
    expect(scope.pending.get()).toHaveLength(9);
    expect(await effectsOf(fan)).toMatchObject({ plays: 0, votes: null, shares: 0, sent: null, zaps: 60 });

    // The app is closed and opened again, still without a network.
    await client.close();
    ({ client, scope, network } = await startApp(browser, true));
    await waitFor(() => expect(shownBy(scope)).toEqual(expected));

    const shown: (number | undefined)[] = [];
    scope.track(liked).subscribe(() => shown.push(scope.track(liked).get()?.myVote?.weight));
    network.isCut = false;
    scope.syncNow();
    await until(scope.pending, (pending) => pending.length === 0);
    expect(new Set(shown), 'the vote never flickers').toEqual(new Set([5]));
    // The play earns 1, the account's first play 1 more, and the edit that completes the profile 2.
    await until(scope.me, (me) => me?.zaps === 56 && !me.zapsPending);
    await waitFor(() => expect(shownBy(scope)).toEqual({ ...expected, zaps: 56 }));
    expect(
      scope
        .conversation(friend.id)
        .get()
        .map(({ state }) => state),
    ).toEqual(['sent', 'sent']);
    expect(await effectsOf(fan)).toEqual({
      plays: 1,
      votes: [5],
      shares: 1,
      sent: ['First', 'Second'],
      unread: 0,
      connections: ['accepted'],
      bio: 'Written on a train',
      zaps: 56,
    });
    expect(network.requests, 'dependents do not block unrelated actions').toBeLessThanOrEqual(3);

    // The friend's next pull brings the messages.
    friendDevice.scope.syncNow();
    const list = await until(friendDevice.scope.conversations, (all) => all[0]?.unread === 2);
    await friendDevice.scope.enqueue('messages.read', { partner_id: fan.id, read_to: list[0]?.last.createdAt ?? '' });
    await until(friendDevice.scope.conversations, (all) => all[0]?.unread === 0);
    await until(friendDevice.scope.pending, () => isIdle(friendDevice.scope));
    expect((await effectsOf(friend))?.['unread']).toBe(0);
    scope.syncNow();
    await until(scope.conversation(friend.id), (all) => all.every((message) => message.isRead));
  });

  it('[SY-16] [S-28] show the server’s message if they are refused, stay for a retry, and affect no other action', async () => {
    const [artist, fan, stranger] = [
      await createPerson('Artist', 30),
      await createPerson('Fan', 26),
      await createPerson('Stranger', 30),
    ];
    const [one, other] = [await createTrack(artist, 'One'), await createTrack(artist, 'Other')];
    const { scope, network } = await openDevice(fan);
    network.isCut = true;
    const refused = await scope.enqueue('message.send', {
      message_id: uuidV7(Date.now()),
      partner_id: stranger.id,
      content: 'Do you hear me?',
    });
    for (const track of [one, other]) await scope.enqueue('vote.cast', { track_id: track, weight: 3 });
    await stack.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                    values (${fan.id}, 'sponsor', -20, '2026-01-06')`;
    await scope.enqueue('play.record', { track_id: uuidV7(0), progress_ms: 30_000, is_manual: true });
    network.isCut = false;
    scope.syncNow();
    const dead = await until(scope.pending, (all) => all.length > 0 && all.every(({ state }) => state.kind === 'dead'));
    expect(dead.map(({ kind, state }) => [kind, 'error' in state ? state.error.code : null])).toEqual([
      ['message.send', 'not_connected'],
      ['vote.cast', 'insufficient_zaps'],
    ]);
    // The views follow the stores after some milliseconds.
    expect(await until(scope.conversation(stranger.id), (all) => all[0]?.state === 'failed')).toEqual([
      expect.objectContaining({
        content: 'Do you hear me?',
        state: 'failed',
        actionId: refused,
        error: { code: 'not_connected', message: 'You can only message your connections' },
      }),
    ]);
    await until(scope.me, (me) => me?.zaps === 1 && !me.zapsPending);
    expect([scope.track(one).get()?.myVote?.weight, scope.track(other).get()?.myVote]).toEqual([3, null]);
    expect(scope.status.get()).toMatchObject({ waiting: 0, failed: 2 });

    await stack.sql`insert into public.connections (user_id, connection_id, status)
                    values (${stranger.id}, ${fan.id}, 'accepted')`;
    await scope.retry(refused);
    await until(scope.conversation(stranger.id), (all) => all[0]?.state === 'sent');
    expect((await effectsOf(fan))?.['sent']).toEqual(['Do you hear me?']);
  });

  it('[SY-15] are sent with the refused action that they depend on, once that is mended', async () => {
    const fan = await createPerson('Fan', 30);
    const track = await createTrack(fan, 'Own');
    const [word] = await stack.sql<{ word: string }[]>`select word from private.restricted_words limit 1`;
    const { scope, network } = await openDevice(fan);
    const playlist = uuidV7(Date.now());
    const entries = [{ id: uuidV7(Date.now()), track_id: track, position: 'a0' }];
    network.isCut = true;
    const title = `My ${word?.word}`;
    const refused = await scope.enqueue('playlist.create', { playlist_id: playlist, title, visibility: 'link' });
    await scope.enqueue('playlist.add', { playlist_id: playlist, entries });
    await scope.enqueue('playlist.update', { playlist_id: playlist, description: 'Mine' });
    network.isCut = false;
    scope.syncNow();
    const dead = await until(
      scope.pending,
      (all) => all.length === 3 && all.every(({ state }) => state.kind === 'dead'),
    );
    expect(dead.map(({ kind, state }) => [kind, 'error' in state ? state.error.code : null])).toEqual([
      ['playlist.create', 'restricted_words'],
      ['playlist.add', 'dependency'],
      ['playlist.update', 'dependency'],
    ]);

    await scope.edit(refused, { title: 'My list' });
    await until(scope.pending, (all) => all.length === 0);
    const stored = await stack.sql`
      select p.title, p.description, t.track_id
      from public.playlists p join public.playlist_tracks t on t.playlist_id = p.id where p.user_id = ${fan.id}`;
    expect([...stored]).toEqual([{ title: 'My list', description: 'Mine', track_id: track }]);
  });

  it('[SY-9] [SY-16] are sent in twenty requests if a thousand of an earlier day are queued', async () => {
    const fan = await createPerson('Fan', 30);
    const browser = newBrowser();
    const device = new DeviceDatabase(ownerName(fan.id), browser.indexedDB, IDBKeyRange);
    const occurred = Date.now() - 86_400_000;
    await device.outbox.bulkAdd(
      Array.from({ length: 1000 }, (_, n) =>
        newRecord({
          id: uuidV7(occurred + n),
          user_id: fan.id,
          device_id: 'this one',
          lane: 'profile',
          kind: 'profile.update',
          v: 1,
          payload: { bio: `number ${n}` },
          deps: [],
          created_at: occurred + n,
          occurred_at: new Date(occurred + n).toISOString(),
        }),
      ),
    );
    device.close();
    const { scope, network } = await openDevice(fan, browser);
    await until(scope.status, (status) => status.waiting === 0 && status.lastSyncedAt !== null, 60_000);
    expect(scope.pending.get()).toEqual([]);
    expect(network.requests).toBe(20);
    expect((await effectsOf(fan))?.['bio']).toBe('number 999');
    await until(scope.me, (me) => me?.profile?.bio === 'number 999');
  }, 90_000);
});
