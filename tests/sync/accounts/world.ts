import { expect } from 'vitest';
// Before Dexie, which looks for IndexedDB as it is loaded.
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
 * Two tabs of one browser and the people who come and go in them. The model is one line: whoever came last is here, in both
 * tabs, and everything that is asked, stored and shown is theirs.
 */
export class World {
  readonly server = new Server();
  readonly network: Network;
  readonly tabs: readonly [SyncClient, SyncClient];
  private readonly browser: Browser = newBrowser();
  /** The model: who has signed in last and not left. */
  private here: Person | null = null;
  /** What broke the promise, in the order in which it was seen. */
  private readonly broken: string[] = [];
  private readonly scopes: { scope: Scope; tab: SyncClient; isClosed: boolean }[] = [];
  private readonly underWay: Promise<unknown>[] = [];
  private made = 0;

  constructor(random: () => number = () => 0.5) {
    this.network = new Network(this.server, random);
    this.tabs = [this.openTab(), this.openTab()];
  }

  /** Somebody signs in, over whoever is there. Answers whether the server let them in. */
  async enter(tab: SyncClient, person: Person): Promise<boolean> {
    const { ok } = await this.network.during(tab.auth.signIn(`${person}@example.com`, 'secret'));
    if (ok) this.here = person;
    await this.agree();
    return ok;
  }

  /** Whoever is here leaves, and what waits is thrown away, or keeps them here. */
  async leave(tab: SyncClient, discard = true): Promise<void> {
    const left = await this.network.during(tab.auth.signOut({ discard }));
    if (left.kind === 'signed-out') this.here = null;
    await this.agree();
  }

  /** Two people sign in at the same time, one in each tab: the later to be stored is here. */
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

  /** Waits until what is kept of whoever uses this tab is open. */
  async opened(tab: SyncClient): Promise<Scope> {
    const scope = await this.network.during(until(tab.scope, (one) => one !== null));
    if (!scope) throw new Error('nobody is here');
    await this.network.during(until(scope.opening, ({ kind }) => kind === 'open'));
    return scope;
  }

  /** The same, unless nobody uses this tab by then: another tab may have taken them away. */
  async settled(tab: SyncClient): Promise<void> {
    const isSettled = (scope: Scope | null) => scope === null || scope.opening.get().kind === 'open';
    await this.network.during(until(tab.scope, isSettled));
  }

  /** Everything at once that somebody does whose own it stays, however late it is answered. Nothing of it is waited for. */
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

  /** The end: every answer arrives, the tabs close, and what is left on the device is looked through. */
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

  /** Everything else that is shown is noted as broken when it is. */
  private async showsOwn(tab: SyncClient): Promise<void> {
    const scope = await this.opened(tab);
    if (scope.isLocked.get()) return;
    scope.syncNow();
    const shown = scope.explore({ search: '', genre: null });
    const isOwn = ({ id }: { id: string }) => id === `song of ${scope.userId ?? 'guest'}`;
    await this.network.during(until(shown, ({ tracks }) => tracks.some(isOwn)));
  }

  /** A door that has closed may refuse what was asked through it; another may not. */
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

  /** The model and both tabs and the store name one and the same. */
  private async agree(): Promise<void> {
    for (const tab of this.tabs)
      await this.network.during(until(tab.scope, (scope) => (scope?.userId ?? null) === this.here));
    const stored = await openSessionStore(this.browser.indexedDB).read();
    expect(stored?.userId ?? null).toBe(this.here);
  }

  /** What is on the device lies with the person whose it is. */
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

/** Whose device this database keeps, or null of another. It is the last to close of what is open for one person. */
function ownerOfDatabase(name: string): string | null {
  return (
    people.find((person) => name === outboxName(ownerName(person))) ?? (name === outboxName(GUEST) ? 'guest' : null)
  );
}

/** A scope that has closed takes nothing more and sends nothing more. */
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
