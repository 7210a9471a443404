import type { Engine } from '../../../sync/core/engine.ts';
import type { EnginePorts, OutboxPort, ReplicaPort } from '../../../sync/core/ports.ts';
import { leftRevOf } from '../../../sync/core/shelf.ts';
import type { Digest } from '../../../sync/model/digest.ts';
import type { OutboxRecord } from '../../../sync/core/records.ts';
import { StorageFailure } from '../../../sync/core/storage-failure.ts';
import { checkNoHole } from './conversations.ts';
import { tables, type Device, type PersonStores } from './device.ts';
import { RetryAfterCheck } from './retry-after.ts';
import type { Call } from './memory-disk.ts';
import { sendThroughNetwork } from './network.ts';
import type { VisitPorts } from '../../../sync/core/visit.ts';
import { upcastersOf } from './releases.ts';
import { SimulatedProcess } from './world.ts';

/** A page. It has an engine while it leads, and uses the databases of the person who was signed in when it opened. */
export class Tab extends SimulatedProcess {
  engine: Engine | null = null;
  private storing: Promise<unknown> = Promise.resolve();
  private visiting: Promise<unknown> = Promise.resolve();
  isVisible = true;
  private readonly resign: () => void;
  private ports: EnginePorts | null = null;

  constructor(
    readonly device: Device,
    readonly stores: PersonStores,
    readonly appVersion: number,
  ) {
    super();
    this.resign = device.isElected ? this.electLeader() : this.lead();
  }

  /** Stops leading, as at a sign-out or update. After a sign-out a running turn continues until it meets the closed store. */
  leave(): void {
    this.resign();
    void this.engine?.stop();
    this.stores.locks.release(this);
  }

  hear(digest: Digest): void {
    const { ports, stores } = this;
    const { core } = this.device;
    if (ports)
      this.storing = this.storing.then(() => core.storeDigest(ports, stores.user, digest)).catch(() => undefined);
    const { world } = this.device;
    if (digest.has_changes) world.timer(this, world.between(0, 3_000), () => this.engine?.poke());
  }

  /** Any page may visit, leader or not (SY-36). */
  visit(ids: readonly string[]): void {
    const { device, stores } = this;
    const ports = this.createVisitPorts();
    const what = { kind: 'rows', tracks: ids, profiles: [] } as const;
    this.visiting = this.visiting
      .then(() => device.core.visitRows(ports, stores.user, what))
      .then(({ kind }) => device.tally.add(`visits ${kind}`))
      .catch(() => undefined);
  }

  fetchOlder(partner: string): void {
    const { device } = this;
    const ports = this.createVisitPorts();
    this.visiting = this.visiting
      .then(() => device.core.fetchOlder(ports, partner))
      .then(({ kind }) => device.tally.add(`older pages ${kind}`))
      .catch(() => undefined);
  }

  /** Forgets fetched messages, whole conversations at a time, until no more than `most` of them remain. */
  forgetMessages(most: number): void {
    const { core, tally } = this.device;
    const { outbox, replica } = this.createPorts();
    const forget = async () => {
      const { generation, conversationStarts: before } = await outbox.cursor();
      const starts = await outbox.changeStarts(generation, (stored) =>
        core.shortenConversations(stored, most, Infinity),
      );
      for (const [partner, { round }] of Object.entries(starts ?? {})) {
        if (round === before?.[partner]?.round) continue;
        const ids = this.stores.messagesBeforeStart(partner);
        tally.add('fetched messages forgotten', ids.length);
        await core.forgetMessages(replica, generation, ids, round);
      }
    };
    // Does not wait for this page's visits: in the app, another page may still be fetching.
    forget().catch(() => undefined);
  }

  /** Forgets all visited tracks (SY-36). */
  forgetVisited(): void {
    const { device, stores } = this;
    const { generation } = stores.cursor;
    const visited = [...stores.rows()].flatMap(([key, { row }]) =>
      row && leftRevOf(row) > 0 && key.startsWith('tracks/') ? [row.id] : [],
    );
    if (visited.length === 0) return;
    device.tally.add('visited rows forgotten', visited.length);
    const { replica } = this.createPorts();
    this.visiting = this.visiting
      .then(() => device.core.forgetVisited(replica, generation, 'tracks', visited))
      .catch(() => undefined);
  }

  private createVisitPorts(): VisitPorts {
    const { world, server } = this.device;
    const retryAfter = new RetryAfterCheck(this);
    const { outbox, replica, now } = this.createPorts();
    const request: VisitPorts['request'] = (body) =>
      this.request('visit', () =>
        sendThroughNetwork(this, retryAfter, 'pull', async (_ending, owner) => {
          const user = this.identity();
          return world.step(owner, () => server.visit(user(), body));
        }),
      );
    return { outbox, replica, now, request };
  }

  private lead(): () => void {
    const ports = this.createPorts();
    this.ports = ports;
    const engine = this.device.core.createEngine(ports);
    this.engine = engine;
    engine.poke();
    return () => {
      this.engine = null;
      this.ports = null;
      void engine.stop();
    };
  }

  private electLeader(): () => void {
    const { device, stores } = this;
    return device.core.runForLeader(
      {
        locks: stores.locks.of(this),
        lockName: 'sync',
        readBeat: () => device.world.step(this, () => stores.beat),
        writeBeat: (at) => device.world.step(this, () => void (stores.beat = at)),
        now: () => device.now(),
        isVisible: () => this.isVisible,
        every: (ms, callback) => this.every(ms, callback),
      },
      () => {
        device.tally.add('pages that became leader');
        return this.lead();
      },
    );
  }

  private every(ms: number, callback: () => void): () => void {
    let cancel: () => void = () => undefined;
    const arm = () => {
      cancel = this.device.world.timer(this, ms, () => {
        arm();
        callback();
      });
    };
    arm();
    return () => cancel();
  }

  private createPorts(): EnginePorts {
    const { device, stores } = this;
    const { world, server, tally } = device;
    const retryAfter = new RetryAfterCheck(this);
    return {
      tables,
      now: () => device.now(),
      random: () => world.random(),
      timer: (ms, callback) => world.timer(this, ms, callback),
      pauseBetweenPages: () => this.effect('pauseBetweenPages', () => undefined),
      transport: {
        pull: (request) => {
          // The core's protocol version is that of app version 1.
          const versioned = { ...request, v: request.v + this.appVersion - 1 };
          retryAfter.check();
          return this.request('pull', () =>
            sendThroughNetwork(this, retryAfter, 'pull', async (_ending, owner) => {
              const user = this.identity();
              const reply = await world.step(owner, () => server.pull(user(), versioned));
              return reply;
            }),
          );
        },
        push: (actions) => {
          retryAfter.check();
          return this.request('push', () =>
            sendThroughNetwork(this, retryAfter, 'push', async (ending, owner) => {
              const user = this.identity();
              const push = await world.step(owner, () => server.beginPush(user(), actions));
              await world.step(owner, () => (ending === 'abort' ? server.abort(push) : server.commit(push)));
              return push.reply;
            }),
          );
        },
      },
      session: {
        renew: () =>
          this.effect('renew', () => {
            const outcome = this.renew();
            retryAfter.mustPause = outcome === 'rejected';
            if (retryAfter.mustPause && !stores.isClosed) tally.add('locked by a rejected refresh');
            return outcome;
          }),
      },
      outbox: this.outbox(retryAfter),
      replica: this.replica(retryAfter),
      report: {
        busy: (since) => {
          if (since === null) retryAfter.mustPause = false;
        },
        network: () => undefined,
        pulled: () => undefined,
        acknowledged: () => undefined,
        storage: () => undefined,
        updateRequired: () => tally.add('asked to update'),
      },
    };
  }

  /** The person whom the server finds in the request's token, evaluated when the request arrives; null for an invalid token. */
  private identity(): () => string | null {
    const { device } = this;
    const { session, server } = device;
    // The transport sends only the token of the databases' owner, or none.
    if (!session || session.isLocked || !device.core.maySend(session, this.stores.user)) return () => null;
    const { token, user } = session;
    return () => (server.token(user) === token && !session.isRevoked ? user : null);
  }

  private renew(): 'renewed' | 'rejected' | 'unreachable' {
    const { device } = this;
    const { session } = device;
    if (!device.isOnline) return 'unreachable';
    if (device.renewal === 'unreachable') {
      device.renewal = null;
      device.tally.add('refresh unreachable');
      return 'unreachable';
    }
    if (!session || session.user !== this.stores.user) return 'rejected';
    if (session.isRevoked || session.isLocked) {
      if (!session.isLocked) device.tally.add('refresh rejected');
      session.isLocked = true;
      return 'rejected';
    }
    session.token = device.server.token(session.user);
    device.tally.add('refresh done');
    return 'renewed';
  }

  private async request<T>(call: 'pull' | 'push' | 'visit', work: () => Promise<T>): Promise<T> {
    const fault = this.device.takeDiskFault(call);
    if (fault?.kind === 'crash before') this.crash(call, fault);
    const response = await work();
    if (fault?.kind !== 'crash after') return response;
    return this.device.world.step(this, () => {
      this.crash(call, fault);
      return response;
    });
  }

  private crash(call: Call, fault: { kind: string; all: boolean }): void {
    this.device.tally.add(`${fault.kind} ${call}`);
    this.device.tally.add(fault.all ? 'power cut' : 'page crashed');
    this.device.crash(this, fault.all);
  }

  private effect<T>(call: Call, work: () => T): Promise<T> {
    const { device } = this;
    return device.world.step(this, () => {
      const fault = device.takeDiskFault(call);
      if (fault?.kind === 'crash before') this.crash(call, fault);
      if (this.isDead) throw new Error('dead');
      const result = work();
      if (fault?.kind === 'crash after') this.crash(call, fault);
      return result;
    });
  }

  /** A call is atomic, or fails without effect. The rows of a pull may also be stored partly, with an error. */
  private disk<T>(retryAfter: RetryAfterCheck, call: Call, work: (isPartly: boolean) => T): Promise<T> {
    const { device, stores } = this;
    return device.world.step(this, () => {
      if (stores.isClosed) throw new StorageFailure('unavailable', new DOMException('closed', 'InvalidStateError'));
      const fault = device.takeDiskFault(call);
      if (fault?.kind === 'full' || fault?.kind === 'unavailable') {
        device.tally.add(`storage ${fault.kind}`);
        // The engine could not store the Retry-After, so the check ends.
        retryAfter.clear();
        throw new StorageFailure(fault.kind, null);
      }
      if (fault?.kind === 'crash before') {
        this.crash(call, fault);
        throw new Error('dead');
      }
      const result = work(fault?.kind === 'partly');
      if (fault?.kind === 'crash after') this.crash(call, fault);
      return result;
    });
  }

  private outbox(retryAfter: RetryAfterCheck): OutboxPort {
    const { device, stores } = this;
    const upcast = (record: OutboxRecord) => {
      const form = device.core.upcast(record, upcastersOf(this.appVersion));
      if (form.v !== record.v) device.tally.add('records of an older version upcast');
      return form;
    };
    const port = stores.outbox((call, work) => this.disk(retryAfter, call, work), upcast);
    return {
      ...port,
      startRebuild: (from) => {
        device.tally.add('replicas rebuilt');
        return port.startRebuild(from);
      },
      changeStarts: async (...change) => {
        const starts = await port.changeStarts(...change);
        checkNoHole(stores);
        return starts;
      },
    };
  }

  private replica(retryAfter: RetryAfterCheck): ReplicaPort {
    const { device, stores } = this;
    return {
      has: (table) => tables.includes(table),
      isEmpty: (generation) => this.disk(retryAfter, 'isEmpty', () => stores.isEmpty(generation)),
      read: (generation, table, ids) => this.disk(retryAfter, 'read', () => stores.read(generation, table, ids)),
      write: (generation, table, writes) =>
        this.disk(retryAfter, 'write', (isPartly) => {
          const stored = isPartly ? writes.slice(0, device.world.between(0, writes.length - 1)) : writes;
          const conflicts = stored.filter((write) => !stores.write(generation, table, write)).map(({ id }) => id);
          if (!isPartly) return conflicts;
          device.tally.add('page stored partly');
          throw new StorageFailure('full', null);
        }),
    };
  }
}
