import { newRecord } from '../../../sync/core/records.ts';
import { Device, Home, type Accepted, type Core, type Fate } from './device.ts';
import { Server, type Backup, type Transaction } from './server.ts';
import { writeRow } from './server-state.ts';
import { Tab } from './tab.ts';
import { Tally } from './tally.ts';
import { Mortal, World } from './world.ts';

/** The subject under test: the client's core and the server. */
export interface Subject {
  core: Core;
  createServer(pageRows: number, tally: Tally): Server;
}

const owners = [
  ['phone', 'ann'],
  ['laptop', 'ann'],
  ['tablet', 'ben'],
] as const;

/** The state of one run: three browsers of two people, the server, and the accepted actions. */
export class Scene {
  readonly world: World;
  readonly tally = new Tally();
  readonly accepted = new Map<string, Accepted>();
  readonly server: Server;
  readonly devices: Device[];
  readonly trackIds: string[] = [];
  /** Other people's open transactions. */
  readonly open: Transaction[] = [];
  backup: Backup;
  restores = 0;
  /** The browser process, which outlives its pages. */
  readonly browser = new Mortal();
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
        writeRow(state, xid, { t: 'tracks', id: `t${at}` }, () => ({ user_id: 'artist', is_public: true, plays: 0 }));
      }
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
    if (!device.home || device.tabs.length >= 3) return null;
    const tab = new Tab(device, device.home, device.appVersion);
    device.tabs.push(tab);
    return tab;
  }

  /** The person reopens the app after a crash. */
  private reopen(device: Device): void {
    if (device.tabs.length === 0) this.openTab(device);
  }

  signIn(device: Device, user: string): void {
    device.session = { user, token: this.server.token(user), isRevoked: false, isLocked: false };
    device.home = new Home(user, device);
    this.openTab(device);
  }

  /** Queues an action of the person on the disk, by the queue's rules. */
  enqueue(device: Device, home: Home, kind: string, lane: string, payload: Record<string, unknown>, v = 1): string {
    const { queue } = device.core;
    const id = this.freshId('a');
    const trackId = payload['track_id'];
    const creation = home.records.find(
      (record) => record.kind === 'create' && record.payload['track_id'] === trackId && record.state.kind !== 'dead',
    );
    const deps = creation && kind !== 'create' ? [creation.id] : [];
    const record = newRecord({
      id,
      user_id: home.user,
      device_id: device.name,
      lane,
      kind,
      v,
      payload: { ...payload, user: home.user },
      deps,
      created_at: device.now(),
      occurred_at: String(device.now()),
    });
    const seq = home.nextSeq();
    const edit = queue.addRecord(home.records, record, record.lane.startsWith('vote:'));
    for (const older of edit.remove) {
      if (older.state.kind !== 'queued') this.world.violate(`${older.id} was on its way and was replaced`);
      this.settleFate(older.id, 'replaced');
      this.tally.add('votes that took the place of another');
    }
    home.apply(edit);
    this.accept({ id, user: home.user, kind, lane, seq, deps, home, isRetry: false });
    return id;
  }

  accept(action: Pick<Accepted, 'id' | 'user' | 'kind' | 'lane' | 'seq' | 'deps' | 'home' | 'isRetry'>): void {
    this.accepted.set(action.id, {
      ...action,
      fate: null,
      wasSetAside: false,
      acknowledgedIn: null,
      acceptedIn: this.server.history,
    });
    this.tally.add('actions accepted');
  }

  noteSetAside(id: string): void {
    const action = this.accepted.get(id);
    if (action) action.wasSetAside = true;
  }

  settleFate(id: string, fate: Fate): void {
    const action = this.accepted.get(id);
    if (action) action.fate = fate;
    this.tally.add(`actions ${fate}`);
  }

  /** The databases are deleted, with all unacknowledged actions. */
  lose(home: Home, fate: Fate): void {
    for (const record of home.records) this.settleFate(record.id, fate);
    home.isClosed = true;
  }
}
