import type { Engine } from '../../../sync/core/engine.ts';
import type { EnginePorts, OutboxPort, ReplicaPort } from '../../../sync/core/ports.ts';
import type { OutboxRecord } from '../../../sync/core/records.ts';
import { StorageFailure } from '../../../sync/core/storage-failure.ts';
import { tables, type Device, type Home } from './device.ts';
import { Patience } from './patience.ts';
import type { Call } from './memory-disk.ts';
import { throughNetwork } from './network.ts';
import { upcastersOf } from './releases.ts';
import { Mortal } from './world.ts';

/** A page with its own engine, over the databases of the person signed in when it opened. */
export class Tab extends Mortal {
  engine: Engine | null = null;
  isVisible = true;
  private readonly resign: () => void;

  constructor(
    readonly device: Device,
    readonly home: Home,
    /** The app version that it has loaded. */
    readonly appVersion: number,
  ) {
    super();
    this.resign = device.isElected ? this.stand() : this.lead();
  }

  /** Closes as at a sign-out or update; a running turn continues until it meets the closed store. */
  leave(): void {
    this.resign();
    void this.engine?.stop();
    this.home.locks.release(this);
  }

  private lead(): () => void {
    const engine = this.device.core.createEngine(this.ports());
    this.engine = engine;
    engine.poke();
    return () => {
      this.engine = null;
      void engine.stop();
    };
  }

  private stand(): () => void {
    const { device, home } = this;
    return device.core.runForLeader(
      {
        locks: home.locks.of(this),
        lockName: 'sync',
        readBeat: () => device.world.step(this, () => home.beat),
        writeBeat: (at) => device.world.step(this, () => void (home.beat = at)),
        now: () => device.now(),
        isVisible: () => this.isVisible,
        every: (ms, callback) => this.every(ms, callback),
      },
      () => {
        device.tally.add('pages that came to lead');
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

  private ports(): EnginePorts {
    const { device, home } = this;
    const { world, server, tally } = device;
    const patience = new Patience(this);
    return {
      tables,
      now: () => device.now(),
      random: () => world.random(),
      timer: (ms, callback) => world.timer(this, ms, callback),
      breathe: () => this.effect('breathe', () => undefined),
      transport: {
        pull: (request) => {
          // The protocol version of this page's app; the core's version is that of app version 1.
          const spoken = { ...request, v: request.v + this.appVersion - 1 };
          patience.check();
          return this.request('pull', () =>
            throughNetwork(this, patience, 'pull', async (_ending, owner) => {
              const user = this.identity();
              const late = await world.step(owner, () => server.pull(user(), spoken));
              return late;
            }),
          );
        },
        push: (actions) => {
          patience.check();
          return this.request('push', () =>
            throughNetwork(this, patience, 'push', async (ending, owner) => {
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
            patience.mustRest = outcome === 'rejected';
            if (patience.mustRest && !home.isClosed) tally.add('locked by a rejected refresh');
            return outcome;
          }),
      },
      outbox: this.outbox(patience),
      replica: this.replica(patience),
      report: {
        busy: (since) => {
          if (since === null) patience.mustRest = false;
        },
        network: () => undefined,
        pulled: () => undefined,
        acknowledged: () => undefined,
        storage: () => undefined,
        updateRequired: () => tally.add('told to update'),
      },
    };
  }

  /** The user that the server derives from this page's token when the request arrives; null for an invalid token. */
  private identity(): () => string | null {
    const { device } = this;
    const { session, server } = device;
    // The transport sends only the token of the databases' owner, or none.
    if (!session || session.isLocked || !device.core.maySend(session, this.home.user)) return () => null;
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
    if (!session || session.user !== this.home.user) return 'rejected';
    if (session.isRevoked || session.isLocked) {
      if (!session.isLocked) device.tally.add('refresh rejected');
      session.isLocked = true;
      return 'rejected';
    }
    session.token = device.server.token(session.user);
    device.tally.add('refresh done');
    return 'renewed';
  }

  /** Sends a request, with a possible crash before it leaves or when its answer arrives. */
  private async request<T>(call: 'pull' | 'push', work: () => Promise<T>): Promise<T> {
    const fault = this.device.takeDiskFault(call);
    if (fault?.what === 'crash before') this.die(call, fault);
    const answer = await work();
    if (fault?.what !== 'crash after') return answer;
    return this.device.world.step(this, () => {
      this.die(call, fault);
      return answer;
    });
  }

  private die(call: Call, fault: { what: string; all: boolean }): void {
    this.device.tally.add(`${fault.what} ${call}`);
    this.device.tally.add(fault.all ? 'power cut' : 'page crashed');
    this.device.crash(this, fault.all);
  }

  private effect<T>(call: Call, work: () => T): Promise<T> {
    const { device } = this;
    return device.world.step(this, () => {
      const fault = device.takeDiskFault(call);
      if (fault?.what === 'crash before') this.die(call, fault);
      if (this.isDead) throw new Error('dead');
      const result = work();
      if (fault?.what === 'crash after') this.die(call, fault);
      return result;
    });
  }

  /** A store call: atomic, or without effect and with an error. */
  private disk<T>(patience: Patience, call: Call, work: (isPartly: boolean) => T): Promise<T> {
    const { device, home } = this;
    return device.world.step(this, () => {
      if (home.isClosed) throw new StorageFailure('unavailable', new DOMException('closed', 'InvalidStateError'));
      const fault = device.takeDiskFault(call);
      if (fault?.what === 'full' || fault?.what === 'unavailable') {
        device.tally.add(`storage ${fault.what}`);
        // The engine could not store the Retry-After, so it need not respect it.
        patience.lose();
        throw new StorageFailure(fault.what, null);
      }
      if (fault?.what === 'crash before') {
        this.die(call, fault);
        throw new Error('dead');
      }
      const result = work(fault?.what === 'partly');
      if (fault?.what === 'crash after') this.die(call, fault);
      return result;
    });
  }

  private outbox(patience: Patience): OutboxPort {
    const { device, home } = this;
    const lift = (record: OutboxRecord) => {
      const lifted = device.core.upcast(record, upcastersOf(this.appVersion));
      if (lifted.v !== record.v) device.tally.add('records of an older version lifted');
      return lifted;
    };
    const port = home.outbox((call, work) => this.disk(patience, call, work), lift);
    return {
      ...port,
      startRebuild: (from) => {
        device.tally.add('replicas built anew');
        return port.startRebuild(from);
      },
    };
  }

  private replica(patience: Patience): ReplicaPort {
    const { device, home } = this;
    return {
      has: (table) => tables.includes(table),
      isEmpty: (generation) => this.disk(patience, 'isEmpty', () => home.isEmpty(generation)),
      read: (generation, table, ids) => this.disk(patience, 'read', () => home.read(generation, table, ids)),
      write: (generation, table, writes) =>
        this.disk(patience, 'write', (isPartly) => {
          const stored = isPartly ? writes.slice(0, device.world.between(0, writes.length - 1)) : writes;
          const conflicts = stored.filter((write) => !home.write(generation, table, write)).map(({ id }) => id);
          if (!isPartly) return conflicts;
          device.tally.add('page stored partly');
          throw new StorageFailure('full', null);
        }),
    };
  }
}
