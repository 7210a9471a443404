import { expect } from 'vitest';
// Import this before Dexie, which looks for IndexedDB when it loads.
import { type Browser, newBrowser, pageOf, until } from '../support/page.ts';
import { openSync, type Scope, ScopeClosed, type SyncClient } from '../../../sync/client.ts';
import { GUEST, outboxName, ownerName, textName } from '../../../sync/core/names.ts';
import { purchase } from '../../../sync/model/remote-acts.ts';
import { leaderboardRank } from '../../../sync/model/remote-reads.ts';
import { DeviceDatabase } from '../../../sync/outbox/database.ts';
import { openSessionStore } from '../../../sync/remote/session-store.ts';
import { Network } from './network.ts';
import { watchDatabases } from './open-databases.ts';
import { config, ownerOf, people, type Person, rankOf, Server } from './server.ts';

/**
 * Two tabs of one browser, in which people sign in and out. The model: whoever signed in last is current in both tabs,
 * and everything requested, stored and shown is theirs.
 */
export class World {
  readonly server = new Server();
  readonly network: Network;
  readonly tabs: readonly [SyncClient, SyncClient];
  private readonly browser: Browser = newBrowser();
  /** The model: who signed in last and has not signed out. */
  private here: Person | null = null;
  /** The violations, in order. */
  private readonly broken: string[] = [];
  private readonly scopes: { scope: Scope; tab: SyncClient; isClosed: boolean }[] = [];
  private readonly underWay: Promise<unknown>[] = [];
  private made = 0;

  constructor(random: () => number = () => 0.5) {
    this.network = new Network(this.server, random);
    this.tabs = [this.openTab(), this.openTab()];
  }

  /** Signs somebody in, replacing the current person. @returns whether the server accepted it */
  async enter(tab: SyncClient, person: Person): Promise<boolean> {
    const { ok } = await this.network.during(tab.auth.signIn(`${person}@example.com`, 'secret'));
    if (ok) this.here = person;
    await this.agree();
    return ok;
  }

  /** Signs the current person out. Queued work is discarded, or, without `discard`, blocks the sign-out. */
  async leave(tab: SyncClient, discard = true): Promise<void> {
    const left = await this.network.during(tab.auth.signOut({ discard }));
    if (left.kind === 'signed-out') this.here = null;
    await this.agree();
  }

  /** Two people sign in concurrently, one per tab: the one whose session is stored last is current. */
  async enterBoth(first: Person, second: Person): Promise<void> {
    const [here, there] = this.tabs;
    const signIn = async (tab: SyncClient, person: Person) => {
      const { ok } = await tab.auth.signIn(`${person}@example.com`, 'secret');
      return ok ? [person] : [];
    };
    const answers = await this.network.during(Promise.all([signIn(here, first), signIn(there, second)]));
    const allowed = answers.flat();
    const stored = await openSessionStore(this.browser.indexedDB).read();
    const came = allowed.find((person) => person === stored?.userId);
    if (allowed.length > 0) expect(allowed).toContain(stored?.userId);
    this.here = came ?? this.here;
    await this.agree();
  }

  async unlock(tab: SyncClient): Promise<void> {
    const answer = await this.network.during(tab.beta.unlock('passcode'));
    await this.agree();
    if (answer.kind === 'unlocked' && this.here === null) await this.opened(tab);
  }

  /** Waits until this tab's scope is open. */
  async opened(tab: SyncClient): Promise<Scope> {
    const scope = await this.network.during(until(tab.scope, (one) => one !== null));
    if (!scope) throw new Error('nobody is here');
    await this.network.during(until(scope.opening, ({ kind }) => kind === 'open'));
    return scope;
  }

  /** The same, or until there is no scope, because another tab may have signed the person out. */
  async settled(tab: SyncClient): Promise<void> {
    const isSettled = (scope: Scope | null) => scope === null || scope.opening.get().kind === 'open';
    await this.network.during(until(tab.scope, isSettled));
  }

  /** Starts every kind of work for the current person, without awaiting it. It must stay theirs however late the answers are. */
  act(tab: SyncClient): void {
    const scope = tab.scope.get();
    if (!scope?.userId) return;
    const { userId } = scope;
    this.made += 1;
    this.ask(scope, scope.avatar.put(new Blob(['face']), new Blob(['tiny'])));
    this.ask(scope, scope.enqueue('profile.update', { bio: userId }, { id: `${userId} ${this.made}` }));
    this.ask(scope, this.rank(scope));
    this.ask(scope, scope.device.put('whose', userId));
    scope.device.setText('whose', userId);
    const file = { bucket: 'tracks', path: `${userId}/song`, blob: new Blob(['song']), tusUrl: null } as const;
    const { signal } = new AbortController();
    this.ask(scope, scope.uploads.send(file, { signal, onAddress: () => Promise.resolve() }));
    scope.syncNow();
  }

  /** Delivers every answer, closes the tabs and checks what is left on the device. */
  async end(): Promise<void> {
    this.network.heldBack = null;
    this.network.weather = 'fair';
    this.network.release();
    await this.network.during(Promise.all(this.underWay));
    await this.network.quiet();
    await this.agree();
    for (const tab of this.tabs) if (tab.scope.get()) await this.showsOwn(tab);
    for (const { scope, isClosed } of this.scopes) if (isClosed) await expectShut(scope);
    await Promise.all(this.tabs.map((tab) => tab.close()));
    expect(this.scopes.filter(({ isClosed }) => !isClosed)).toEqual([]);
    for (const owner of [...people, null]) await this.lookThrough(owner);
    expect([...this.server.strangers, ...this.broken]).toEqual([]);
  }

  private openTab(): SyncClient {
    const onOpen = (name: string, others: readonly string[]) => {
      const owner = ownerOfDatabase(name);
      const before = others.map(ownerOfDatabase).find((one) => one !== null && one !== owner);
      if (owner !== null && before) this.broken.push(`what is kept of ${owner} opened beside that of ${before}`);
    };
    const indexedDB = watchDatabases(this.browser.indexedDB, onOpen);
    const tab = openSync(pageOf(this.browser, config, { fetch: this.network.fetch, indexedDB }));
    tab.scope.subscribe(() => {
      const scope = tab.scope.get();
      if (this.scopes.some((one) => one.tab === tab && one.scope !== scope && !one.isClosed))
        this.broken.push(`${scope?.userId ?? 'nobody'} came before the one before had left`);
      if (scope) this.watch(tab, scope);
    });
    return tab;
  }

  private watch(tab: SyncClient, scope: Scope): void {
    const one = { scope, tab, isClosed: false };
    this.scopes.push(one);
    const who = scope.userId ?? 'guest';
    const shown = scope.explore({ search: '', genre: null });
    const stop = shown.subscribe(() => {
      for (const { id } of shown.get().tracks)
        if (id !== `song of ${who}`) this.broken.push(`the ${id} was shown to ${who}`);
    });
    scope.onClose(() => {
      stop();
      one.isClosed = true;
    });
  }

  /** Expects the own song to be shown; `watch` records anything else as a violation. */
  private async showsOwn(tab: SyncClient): Promise<void> {
    const scope = await this.opened(tab);
    if (scope.isLocked.get()) return;
    scope.syncNow();
    const shown = scope.explore({ search: '', genre: null });
    const isOwn = ({ id }: { id: string }) => id === `song of ${scope.userId ?? 'guest'}`;
    await this.network.during(until(shown, ({ tracks }) => tracks.some(isOwn)));
  }

  /** A closed scope may reject pending work; an open one may not. */
  private ask(scope: Scope, work: Promise<unknown>): void {
    const isOver = () => this.scopes.some((one) => one.scope === scope && one.isClosed);
    this.underWay.push(
      work.catch((error: unknown) => {
        if (!isOver()) this.broken.push(`refused to ${scope.userId}: ${String(error)}`);
      }),
    );
  }

  private async rank(scope: Scope): Promise<void> {
    const { userId } = scope;
    if (userId === null) return;
    const remote = await scope.remote();
    const read = remote.read(leaderboardRank);
    read.subscribe(() => {
      const state = read.get();
      if (state.kind === 'here' && state.value.rank !== rankOf(userId))
        this.broken.push(`${userId} was told the rank of another`);
    });
    await remote.act(purchase, { itemId: userId, quantity: 1, trackId: null });
  }

  /** Expects the model, both tabs and the session store to agree on the current person. */
  private async agree(): Promise<void> {
    for (const tab of this.tabs)
      await this.network.during(until(tab.scope, (scope) => (scope?.userId ?? null) === this.here));
    const stored = await openSessionStore(this.browser.indexedDB).read();
    expect(stored?.userId ?? null).toBe(this.here);
  }

  /** Expects this owner's stores to hold only their own data. */
  private async lookThrough(userId: Person | null): Promise<void> {
    const owner = ownerName(userId);
    const who = userId ?? 'guest';
    expect([undefined, userId]).toContain(this.browser.localTexts.get(textName(owner, 'whose')));
    const names = (await this.browser.indexedDB.databases()).map(({ name }) => name);
    if (!names.includes(outboxName(owner))) return;
    const device = new DeviceDatabase(owner, this.browser.indexedDB, IDBKeyRange);
    const [queue, whose, pull] = [
      await device.outbox.toArray(),
      await device.device.get('whose'),
      await device.cursors.get('pull'),
    ];
    device.close();
    for (const { user_id, payload } of queue)
      expect([user_id, ownerOf(String(payload['bio'] ?? payload['avatar_url']))]).toEqual([who, who]);
    expect([undefined, userId]).toContain(whose?.value);
    expect([null, undefined, `epoch of ${who}`]).toContain(pull?.cursor.epoch);
  }
}

/** The owner of an outbox database, or null for any other. It is the last database of a person to close. */
function ownerOfDatabase(name: string): string | null {
  return (
    people.find((person) => name === outboxName(ownerName(person))) ?? (name === outboxName(GUEST) ? 'guest' : null)
  );
}

/** Expects a closed scope to accept and send nothing. */
async function expectShut(scope: Scope): Promise<void> {
  await expect(scope.enqueue('profile.update', { bio: 'late' })).rejects.toThrow(ScopeClosed);
  expect(scope.device.setText('whose', 'late')).toBe(false);
  const file = { bucket: 'tracks', path: 'late', blob: new Blob(['late']), tusUrl: null } as const;
  const sent = scope.uploads.send(file, {
    signal: new AbortController().signal,
    onAddress: () => Promise.resolve(),
  });
  expect(await sent).toEqual({ kind: 'waits', for: 'session' });
}
