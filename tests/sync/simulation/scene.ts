import { newRecord } from '../../../sync/core/records.ts';
import { Device, PersonStores, type Accepted, type Core, type Fate } from './device.ts';
import { insertMessage, partners } from './messages.ts';
import { Server, type Backup, type Transaction } from './server.ts';
import { writeRow } from './server-state.ts';
import { Tab } from './tab.ts';
import { Tally } from './tally.ts';
import { SimulatedProcess, World } from './world.ts';

/** The code under test: sound, or with a planted fault. */
export interface Subject {
  core: Core;
  createServer(pageRows: number, tally: Tally): Server;
}

const owners = [
  ['phone', 'ann'],
  ['laptop', 'ann'],
  ['tablet', 'ben'],
] as const;

export class Scene {
  readonly world: World;
  readonly tally = new Tally();
  readonly accepted = new Map<string, Accepted>();
  readonly server: Server;
  readonly devices: Device[];
  readonly trackIds: string[] = [];
  /** Transactions of other people that have not ended. */
  readonly open: Transaction[] = [];
  backup: Backup;
  restores = 0;
  readonly browser = new SimulatedProcess();
  private counter = 0;

  constructor(seed: number, subject: Subject, options: { pageRows: number; isElected: boolean; givesMarks: boolean }) {
    this.world = new World(seed);
    this.server = subject.createServer(options.pageRows, this.tally);
    this.server.givesMarks = options.givesMarks;
    this.server.onMisuse = (message) => this.world.violate(message);
    this.server.pause = () => this.world.step(this.browser, () => undefined);
    this.devices = owners.map(([name, user]) => {
      const device = new Device(
        name,
        this.world,
        this.server,
        subject.core,
        this.tally,
        this.accepted,
        options.isElected,
      );
      device.onCrash = () => void this.world.timer(this.browser, 1_000, () => this.reopen(device));
      this.signIn(device, user);
      return device;
    });
    const start = this.server.begin();
    start.work = (state, xid) => {
      for (let at = 0; at < 6; at++) {
        this.trackIds.push(`t${at}`);
        writeRow(state, xid, { t: 'tracks', id: `t${at}` }, () => ({ user_id: 'artist', is_public: true }));
      }
      // Of each person's two conversations, one is longer than the recent messages (SY-37).
      for (const user of ['ann', 'ben'])
        for (const partner of partners)
          for (let at = partner === 'cid' ? 14 : 3; at > 0; at--)
            insertMessage(state, xid, { id: this.freshId(`${user}-m`), user, partner, isOwn: at % 3 > 0 });
      writeRow(state, xid, { t: 'profiles', id: 'artist' }, () => ({
        user_id: 'artist',
        is_public: false,
        version: 1,
      }));
    };
    this.server.commit(start);
    this.backup = this.server.backUp();
  }

  freshId(letter: string): string {
    return `${letter}${++this.counter}`;
  }

  openTab(device: Device): Tab | null {
    if (!device.stores || device.tabs.length >= 3) return null;
    const tab = new Tab(device, device.stores, device.appVersion);
    device.tabs.push(tab);
    return tab;
  }

  private reopen(device: Device): void {
    if (device.tabs.length === 0) this.openTab(device);
  }

  signIn(device: Device, user: string): void {
    device.session = { user, token: this.server.token(user), isRevoked: false, isLocked: false };
    device.stores = new PersonStores(user, device);
    // As if an earlier version of the app had begun the replica, which then holds all messages.
    if (this.world.chance(0.2)) device.stores.cursor = { ...device.stores.cursor, conversationStarts: {} };
    this.openTab(device);
  }

  enqueue(
    device: Device,
    stores: PersonStores,
    kind: string,
    lane: string,
    payload: Record<string, unknown>,
    v = 1,
  ): string {
    const { queue } = device.core;
    const id = this.freshId('a');
    const trackId = payload['track_id'];
    const creation = stores.records.find(
      (record) => record.kind === 'create' && record.payload['track_id'] === trackId && record.state.kind !== 'dead',
    );
    const deps = creation && kind !== 'create' ? [creation.id] : [];
    const record = newRecord({
      id,
      user_id: stores.user,
      device_id: device.name,
      lane,
      kind,
      v,
      payload: { ...payload, user: stores.user },
      deps,
      created_at: device.now(),
      occurred_at: String(device.now()),
    });
    const seq = stores.nextSeq();
    const edit = queue.addRecord(stores.records, record, record.lane.startsWith('vote:'));
    for (const older of edit.remove) {
      if (older.state.kind !== 'queued') this.world.violate(`${older.id} was in flight and was replaced`);
      this.settleFate(older.id, 'replaced');
      this.tally.add('votes that replaced an earlier one');
    }
    stores.apply(edit);
    this.accept({ id, user: stores.user, kind, lane, seq, deps, stores, isRetry: false });
    return id;
  }

  accept(action: Pick<Accepted, 'id' | 'user' | 'kind' | 'lane' | 'seq' | 'deps' | 'stores' | 'isRetry'>): void {
    this.accepted.set(action.id, {
      ...action,
      fate: null,
      wasSetAside: false,
      acknowledgedAfterRestores: null,
      acceptedAfterRestores: this.server.history.restoreCount,
    });
    this.tally.add('actions accepted');
  }

  markSetAside(id: string): void {
    const action = this.accepted.get(id);
    if (action) action.wasSetAside = true;
  }

  settleFate(id: string, fate: Fate): void {
    const action = this.accepted.get(id);
    if (action) action.fate = fate;
    this.tally.add(`actions ${fate}`);
  }

  deleteStores(stores: PersonStores, fate: Fate): void {
    for (const record of stores.records) this.settleFate(record.id, fate);
    stores.isClosed = true;
  }
}
