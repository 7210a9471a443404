import { IDBIndex, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  config,
  offline,
  play,
  fetchAnswering,
  session,
  signedIn,
  using,
} from '../tests/sync/support/opened-client.ts';
import { newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync, ScopeClosed, type SyncEnvironment, type UploadRecord } from './client.ts';
import { openSessionStore, type StoredSession } from './remote/session-store.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const pushed = z.object({ p_actions: z.array(z.object({ id: z.string() })) });

describe('the queue on the device', () => {
  it('[SY-14] survives the page, and its plays count for the day although the server does not have them yet', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const scope = await scopeOf(client);
      await scope.enqueue('play.record', play, { id: 'action-1' });
      await scope.enqueue('play.record', play, { id: 'action-1' });
      expect((await until(scope.me, (me) => me?.playsToday === 1))?.zaps).toBeNull();
    });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const scope = await scopeOf(client);
      const pending = await until(scope.pending, (actions) => actions.length > 0);
      expect(pending.map(({ id, kind, payload }) => ({ id, kind, payload }))).toEqual([
        { id: 'action-1', kind: 'play.record', payload: play },
      ]);
      await scope.discard('action-1');
      await until(scope.me, (me) => me?.playsToday === 0);
    });
  });

  it('[SY-14] is opened after the scope, which exists and stores texts as soon as the account is known', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      expect(client.scope.get()).toBeNull();
      let beforeOpen: unknown[] = [];
      client.scope.subscribe(() => {
        const opened = client.scope.get();
        beforeOpen = [opened?.opening.get().kind, opened?.device.setText('player', 'a queue')];
      });
      const scope = await scopeOf(client);
      expect(beforeOpen).toEqual(['opening', true]);
      await scope.device.put('draft', 'half a sentence');
    });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      let textAtOnce: string | null | undefined = null;
      client.account.subscribe(() => (textAtOnce = client.scope.get()?.device.text('player')));
      expect(await (await scopeOf(client)).device.get('draft')).toBe('half a sentence');
      expect(textAtOnce).toBe('a queue');
    });
  });

  it('[SY-19] holds up a sign-out until it is discarded, which deletes every database of the person', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const scope = await scopeOf(client);
      await scope.enqueue('play.record', play);
      await scope.device.put('draft', { text: 'half a sentence' });
      expect(scope.device.setText('player', 'a queue')).toBe(true);
      expect(await client.auth.signOut({ discard: false })).toEqual({ kind: 'waiting', actions: 1, uploads: 0 });
      expect(client.account.get()).toMatchObject({ kind: 'user' });
      expect(await client.auth.signOut({ discard: true })).toEqual({ kind: 'signed-out' });
      expect(client.account.get()).toEqual({ kind: 'nobody' });
      expect(client.scope.get()).toBeNull();
      await expect(scope.device.put('draft', 'too late')).rejects.toThrow(ScopeClosed);
      expect(scope.device.setText('player', 'too late')).toBe(false);
    });
    const names = (await browser.indexedDB.databases()).map(({ name }) => name);
    expect(names.filter((name) => name?.startsWith('undercurrent-outbox') || name?.startsWith('rxdb'))).toEqual([]);
    expect([...browser.localTexts.keys()]).toEqual([]);
  });

  it('announces each outcome once: the acknowledgement, or null if the action was replaced, discarded or edited', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    let acks: unknown[] = [];
    const answers = fetchAnswering({
      '/rest/v1/rpc/sync_push': (body) => {
        const { p_actions: sent } = pushed.parse(body);
        acks = sent.map(({ id }) => ({ id, status: 'applied', result: {} }));
        return Response.json({ results: acks, server_time: new Date().toISOString() });
      },
      '/rest/v1/rpc/sync_pull': () =>
        Response.json({
          epoch: 'e',
          floor: '5',
          mark: null,
          rows: [],
          gone: [],
          acks,
          next: null,
          server_time: new Date().toISOString(),
        }),
    });
    let isOnline = false;
    const fetch: typeof offline = (...request) => (isOnline ? answers : offline)(...request);
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      const scope = await scopeOf(client);
      const outcomes: unknown[] = [];
      const enqueueVote = async (name: string, weight: number, track = 't1') => {
        const id = await scope.enqueue('vote.cast', { track_id: track, weight });
        scope.onOutcome(id, () => {
          throw new Error('a failing listener');
        });
        scope.onOutcome(id, (action) => outcomes.push([name, action?.status ?? null]));
        return id;
      };
      await enqueueVote('replaced', 2);
      expect(outcomes).toEqual([]);
      const edited = await enqueueVote('edited', 3);
      expect(await scope.edit(edited, { weight: 4 })).toBe(true);
      const discarded = await enqueueVote('discarded', 5, 't2');
      await scope.discard(discarded);
      expect(outcomes).toEqual([
        ['replaced', null],
        ['edited', null],
        ['discarded', null],
      ]);
      await enqueueVote('sent', 1, 't3');
      scope.onAcknowledged(() => {
        throw new Error('a failing listener');
      });
      isOnline = true;
      scope.syncNow();
      await waitFor(() => expect(outcomes.slice(3)).toEqual([['sent', 'applied']]));
    });
  });

  it('[SY-14] does not accept an action when the disk refuses it', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const scope = await scopeOf(client);
      await until(scope.opening, ({ kind }) => kind === 'open');
      const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
        throw new DOMException('no room', 'QuotaExceededError');
      });
      await expect(scope.enqueue('play.record', play, { id: 'refused' })).rejects.toThrow('storage full');
      expect(add).toHaveBeenCalled();
      add.mockRestore();
      await scope.enqueue('play.record', play, { id: 'accepted' });
      expect((await scope.readPending()).map(({ id }) => id)).toEqual(['accepted']);
    });
  });

  it('refuses an action whose payload its kind does not allow, before storing it', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const scope = await scopeOf(client);
      const wrong = { track_id: 't1', progress_ms: 'all of it', is_manual: true };
      await expect(Reflect.apply(scope.enqueue, client, ['play.record', wrong])).rejects.toThrow();
      expect(scope.pending.get()).toEqual([]);
    });
  });
});

describe('an upload under way', () => {
  const file = { name: 't.mp3', type: 'audio/mpeg', bytes: 5, durationMs: null, path: 'p', tusUrl: null, isUp: false };
  const record: UploadRecord = {
    id: 'u1',
    trackId: 't9',
    actionId: 'a9',
    form: { title: 'T', artistName: 'A', genre: 'House', description: '', rightsConfirmed: true, radioOptIn: false },
    audio: file,
    cover: null,
    sentBytes: 0,
    startedAt: 1,
    stage: { kind: 'sending', waitsFor: 'network' },
  };
  const files = { audio: new Blob(['sound'], { type: 'audio/mpeg' }), cover: null };

  it('[S-32] keeps the bytes of its files across a reload', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      await (await scopeOf(client)).uploads.add(record, files);
    });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const { uploads } = await scopeOf(client);
      expect(await until(uploads.records, (all) => all !== null)).toEqual([record]);
      expect(await (await uploads.files('u1'))?.audio?.text()).toBe('sound');
    });
  });

  it('[SY-19] holds up a sign-out, as queued actions do', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline, isOnline: () => false })), async (client) => {
      const { uploads } = await scopeOf(client);
      await uploads.add(record, files);
      await uploads.add({ ...record, id: 'u2', stage: { kind: 'draft', refusal: null } }, files);
      await until(uploads.records, (all) => all?.length === 2);
      expect(await client.auth.signOut({ discard: false })).toEqual({ kind: 'waiting', actions: 0, uploads: 1 });
      expect(client.account.get()).toMatchObject({ kind: 'user' });
      expect(await client.auth.signOut({ discard: true })).toEqual({ kind: 'signed-out' });
    });
  });

  it("[SY-19] is sent with the token of its person, and with nobody else's", async () => {
    const browser = newBrowser();
    await signedIn(browser);
    const sentAs: (string | null)[] = [];
    const fetch: SyncEnvironment['fetch'] = (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (url.endsWith('/upload/resumable')) sentAs.push(new Headers(init?.headers).get('authorization'));
      return offline(input, init);
    };
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      const { uploads } = await scopeOf(client);
      const send = () =>
        uploads.send(
          { bucket: 'tracks', path: 'p', blob: new Blob(['sound']), tusUrl: null },
          { signal: new AbortController().signal, onAddress: () => Promise.resolve() },
        );
      expect(await send()).toEqual({ kind: 'waits', for: 'network' });
      await openSessionStore(browser.indexedDB).change(() => ({
        ...session,
        userId: 'another',
        accessToken: 'token-b',
      }));
      const otherPage = openSync(pageOf(browser, config, { fetch: offline }));
      await until(otherPage.account, (account) => account.kind === 'user' && account.userId === 'another');
      await until(client.scope, (scope) => scope?.userId === 'another');
      expect(await send()).toEqual({ kind: 'waits', for: 'session' });
      expect(sentAs).toEqual(['Bearer token-1']);
      await expect(uploads.files('u1')).rejects.toThrow(ScopeClosed);
      await otherPage.close();
    });
  });
});

describe('stores that cannot be opened or read', () => {
  it('[SY-22] are reported, and read again automatically, if the replica is open and cannot be read', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    const getAll = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('the disk fails', 'UnknownError');
    });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const scope = await scopeOf(client);
      await until(scope.opening, (opening) => opening.kind === 'failed');
      getAll.mockRestore();
      await until(scope.opening, (opening) => opening.kind === 'open');
    });
  });

  it('[SY-22] are reported, opened again when the person asks for it, and then work', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    let isBroken = true;
    const indexedDB = new Proxy(browser.indexedDB, {
      get(target, name) {
        if (name === 'open' && isBroken)
          return (database: string, version: number) => {
            if (database.startsWith('undercurrent-outbox')) throw new DOMException('closed', 'UnknownError');
            return target.open(database, version);
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await using(openSync(pageOf(browser, config, { fetch: offline, indexedDB })), async (client) => {
      const scope = await scopeOf(client);
      await until(scope.opening, (opening) => opening.kind === 'failed');
      expect(scope.opening.get()).toEqual({ kind: 'failed', what: 'unavailable' });
      expect(scope.status.get().storage).toBe('unavailable');
      await expect(scope.enqueue('play.record', play)).rejects.toThrow('storage unavailable');
      isBroken = false;
      scope.reopen();
      await until(scope.opening, (opening) => opening.kind === 'open');
      expect(scope.status.get().storage).toBe('ok');
      await scope.enqueue('play.record', play, { id: 'after' });
      expect((await scope.readPending()).map(({ id }) => id)).toEqual(['after']);
    });
  });
});

describe('the next person on the same page', () => {
  const other: StoredSession = { ...session, userId: '0197f000-0000-7000-8000-0000000000bb', accessToken: 'token-b' };

  it('[SY-19] finds nothing of the former person, whose close listeners were called first', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const former = await scopeOf(client);
      await former.enqueue('play.record', play);
      const order: string[] = [];
      former.onClose(() => order.push(`uploads, ${String(former.device.setText('place', 'saved at the end'))}`));
      former.onClose(() => order.push('player'));
      client.scope.subscribe(() => order.push(`scope of ${client.scope.get()?.userId ?? 'nobody'}`));
      await openSessionStore(browser.indexedDB).change(() => other);
      // Acts as another tab.
      new BroadcastChannel('undercurrent-session').postMessage('changed');
      const next = await until(client.scope, (scope) => scope?.userId === other.userId);
      expect(order).toEqual(['player', 'uploads, true', `scope of ${other.userId}`]);
      expect(next?.pending.get()).toEqual([]);
      expect(await next?.readPending()).toEqual([]);
      expect(next?.device.text('place')).toBeNull();
      await expect(former.enqueue('play.record', play)).rejects.toThrow(ScopeClosed);
    });
  });
});
