import { expect } from 'vitest';
// Import before Dexie, which looks for IndexedDB when it loads.
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

/** Two tabs of one browser. Whoever signed in last is current in both; everything requested, stored and shown must be theirs. */
export class World {
  readonly server = new Server();
  readonly network: Network;
  readonly tabs: readonly [SyncClient, SyncClient];
  private readonly browser: Browser = newBrowser();
  /** The person who signed in last and has not signed out, or null. */
  private current: Person | null = null;
  private readonly violations: string[] = [];
  private readonly scopes: { scope: Scope; tab: SyncClient; isClosed: boolean }[] = [];
  private readonly pendingWork: Promise<unknown>[] = [];
  private actionCount = 0;

  constructor(random: () => number = () => 0.5) {
    this.network = new Network(this.server, random);
    this.tabs = [this.openTab(), this.openTab()];
  }

  async enter(tab: SyncClient, person: Person): Promise<boolean> {
    const { ok } = await this.network.during(tab.auth.signIn(`${person}@example.com`, 'secret'));
    if (ok) this.current = person;
    await this.expectAgreement();
    return ok;
  }

  /** Without `discard`, queued work blocks the sign-out. */
  async leave(tab: SyncClient, discard = true): Promise<void> {
    const outcome = await this.network.during(tab.auth.signOut({ discard }));
    if (outcome.kind === 'signed-out') this.current = null;
    await this.expectAgreement();
  }

  async enterBoth(first: Person, second: Person): Promise<void> {
    const [here, there] = this.tabs;
    const signIn = async (tab: SyncClient, person: Person) => {
      const { ok } = await tab.auth.signIn(`${person}@example.com`, 'secret');
      return ok ? [person] : [];
    };
    const results = await this.network.during(Promise.all([signIn(here, first), signIn(there, second)]));
    const accepted = results.flat();
    const stored = await openSessionStore(this.browser.indexedDB).read();
    const winner = accepted.find((person) => person === stored?.userId);
    if (accepted.length > 0) expect(accepted).toContain(stored?.userId);
    this.current = winner ?? this.current;
    await this.expectAgreement();
  }

  async unlock(tab: SyncClient): Promise<void> {
    const result = await this.network.during(tab.beta.unlock('passcode'));
    await this.expectAgreement();
    if (result.kind === 'unlocked' && this.current === null) await this.opened(tab);
  }

  async opened(tab: SyncClient): Promise<Scope> {
    const scope = await this.network.during(until(tab.scope, (one) => one !== null));
    if (!scope) throw new Error('no scope is open');
    await this.network.during(until(scope.opening, ({ kind }) => kind === 'open'));
    return scope;
  }

  /** Waits until the tab's stores are open, or no scope is left because the other tab signed the person out. */
  async settled(tab: SyncClient): Promise<void> {
    const isSettled = (scope: Scope | null) => scope === null || scope.opening.get().kind === 'open';
    await this.network.during(until(tab.scope, isSettled));
  }

  /** Begins work of all kinds for the tab's person, and awaits none. The work must stay this person's, however late the responses are. */
  act(tab: SyncClient): void {
    const scope = tab.scope.get();
    if (!scope?.userId) return;
    const { userId } = scope;
    this.actionCount += 1;
    this.track(scope, scope.avatar.put(new Blob(['face']), new Blob(['tiny'])));
    this.track(scope, scope.enqueue('profile.update', { bio: userId }, { id: `${userId} ${this.actionCount}` }));
    this.track(scope, this.rank(scope));
    this.track(scope, scope.device.put('whose', userId));
    scope.device.setText('whose', userId);
    const file = { bucket: 'tracks', path: `${userId}/song`, blob: new Blob(['song']), tusUrl: null } as const;
    const { signal } = new AbortController();
    this.track(scope, scope.uploads.send(file, { signal, onAddress: () => Promise.resolve() }));
    scope.syncNow();
  }

  async end(): Promise<void> {
    this.network.delayedUrls = null;
    this.network.condition = 'fair';
    this.network.release();
    await this.network.during(Promise.all(this.pendingWork));
    await this.network.quiet();
    await this.expectAgreement();
    for (const tab of this.tabs) if (tab.scope.get()) await this.expectOwnSong(tab);
    for (const { scope, isClosed } of this.scopes) if (isClosed) await expectClosed(scope);
    await Promise.all(this.tabs.map((tab) => tab.close()));
    expect(this.scopes.filter(({ isClosed }) => !isClosed)).toEqual([]);
    for (const owner of [...people, null]) await this.expectOnlyOwnData(owner);
    expect([...this.server.foreignTokens, ...this.violations]).toEqual([]);
  }

  private openTab(): SyncClient {
    const onOpen = (name: string, others: readonly string[]) => {
      const owner = ownerOfDatabase(name);
      const before = others.map(ownerOfDatabase).find((one) => one !== null && one !== owner);
      if (owner !== null && before) this.violations.push(`the databases of ${owner} opened beside those of ${before}`);
    };
    const indexedDB = watchDatabases(this.browser.indexedDB, onOpen);
    const tab = openSync(pageOf(this.browser, config, { fetch: this.network.fetch, indexedDB }));
    tab.scope.subscribe(() => {
      const scope = tab.scope.get();
      if (this.scopes.some((one) => one.tab === tab && one.scope !== scope && !one.isClosed))
        this.violations.push(`${scope?.userId ?? 'nobody'} was opened before the previous scope had closed`);
      if (scope) this.watch(tab, scope);
    });
    return tab;
  }

  private watch(tab: SyncClient, scope: Scope): void {
    const opened = { scope, tab, isClosed: false };
    this.scopes.push(opened);
    const actor = scope.userId ?? 'guest';
    const shown = scope.explore({ search: '', genre: null });
    const stop = shown.subscribe(() => {
      for (const { id } of shown.get().tracks)
        if (id !== `song of ${actor}`) this.violations.push(`the ${id} was shown to ${actor}`);
    });
    scope.onClose(() => {
      stop();
      opened.isClosed = true;
    });
  }

  private async expectOwnSong(tab: SyncClient): Promise<void> {
    const scope = await this.opened(tab);
    if (scope.isLocked.get()) return;
    scope.syncNow();
    const shown = scope.explore({ search: '', genre: null });
    const isOwn = ({ id }: { id: string }) => id === `song of ${scope.userId ?? 'guest'}`;
    await this.network.during(until(shown, ({ tracks }) => tracks.some(isOwn)));
  }

  /** A closed scope may reject pending work; an open one may not. */
  private track(scope: Scope, work: Promise<unknown>): void {
    const isClosedScope = () => this.scopes.some((one) => one.scope === scope && one.isClosed);
    this.pendingWork.push(
      work.catch((error: unknown) => {
        if (!isClosedScope()) this.violations.push(`refused to ${scope.userId}: ${String(error)}`);
      }),
    );
  }

  private async rank(scope: Scope): Promise<void> {
    const { userId } = scope;
    if (userId === null) return;
    const remote = await scope.remote();
    const rank = remote.read(leaderboardRank);
    rank.subscribe(() => {
      const state = rank.get();
      if (state.kind === 'here' && state.value.rank !== rankOf(userId))
        this.violations.push(`${userId} was shown another person's rank`);
    });
    await remote.act(purchase, { itemId: userId, quantity: 1, trackId: null });
  }

  private async expectAgreement(): Promise<void> {
    for (const tab of this.tabs)
      await this.network.during(until(tab.scope, (scope) => (scope?.userId ?? null) === this.current));
    const stored = await openSessionStore(this.browser.indexedDB).read();
    expect(stored?.userId ?? null).toBe(this.current);
  }

  private async expectOnlyOwnData(userId: Person | null): Promise<void> {
    const owner = ownerName(userId);
    const actor = userId ?? 'guest';
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
      expect([user_id, ownerOf(String(payload['bio'] ?? payload['avatar_url']))]).toEqual([actor, actor]);
    expect([undefined, userId]).toContain(whose?.value);
    expect([null, undefined, `epoch of ${actor}`]).toContain(pull?.cursor.epoch);
  }
}

/** @returns the owner of an outbox, which is a person's last database to close; null for any other database */
function ownerOfDatabase(name: string): string | null {
  return (
    people.find((person) => name === outboxName(ownerName(person))) ?? (name === outboxName(GUEST) ? 'guest' : null)
  );
}

async function expectClosed(scope: Scope): Promise<void> {
  await expect(scope.enqueue('profile.update', { bio: 'late' })).rejects.toThrow(ScopeClosed);
  expect(scope.device.setText('whose', 'late')).toBe(false);
  const file = { bucket: 'tracks', path: 'late', blob: new Blob(['late']), tusUrl: null } as const;
  const result = scope.uploads.send(file, {
    signal: new AbortController().signal,
    onAddress: () => Promise.resolve(),
  });
  expect(await result).toEqual({ kind: 'waits', for: 'session' });
}
