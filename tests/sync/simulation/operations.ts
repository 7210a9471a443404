import { isEditable, rewrite } from '../../../sync/core/edit.ts';
import { dependents } from '../../../sync/core/lanes.ts';
import { firstCursor } from '../../../sync/core/ports.ts';
import type { Device, DiskFault } from './device.ts';
import { calls } from './memory-disk.ts';
import { networkFaults } from './network.ts';
import type { Scene } from './scene.ts';
import { copyState, writeRow } from './server-state.ts';

/** One thing that happens in a schedule; answers in a few words what it came to. */
export type Operation = (scene: Scene, device: Device) => string | Promise<string>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const person: Record<string, Operation> = {
  play: (scene, device) => act(scene, device, 'play'),
  vote: (scene, device) => act(scene, device, 'vote'),
  create: (scene, device) => act(scene, device, 'create'),
  edit: (scene, device) => act(scene, device, 'edit'),
  poison: (scene, device) => act(scene, device, 'poison'),
  burst: (scene, device) => {
    const count = scene.world.pick([60, 120, 260, 300]);
    for (let at = 0; at < count; at++)
      act(scene, device, scene.world.pick(['play', 'play', 'play', 'play', 'vote']), false);
    pokeNow(device);
    return `${count} actions`;
  },
  'retry or discard': (scene, { home, core }) => {
    const set = home?.records.filter((record) => record.state.kind === 'dead' || record.state.kind === 'held') ?? [];
    if (!home || set.length === 0) return 'nothing to do';
    const record = scene.world.pick(set);
    if (record.state.kind === 'held') {
      for (const { id } of dependents(home.records, record.id)) scene.noteSetAside(id);
    }
    if (scene.world.chance(0.4)) {
      home.records = home.records.filter((one) => one !== record);
      scene.settleFate(record.id, 'discarded');
      return `discarded ${record.id}`;
    }
    const fresh = scene.freshId('r');
    const seq = home.nextSeq();
    home.apply(core.queue.requeue(home.records, record.id, fresh));
    if (record.state.kind === 'held') return `retried ${record.id}`;
    scene.settleFate(record.id, 'retried');
    scene.accept({ ...record, id: fresh, user: home.user, seq, home, isRetry: true });
    return `retried ${record.id} as ${fresh}`;
  },
  'write anew': (scene, { home }) => {
    const votes = home?.records.filter((record) => record.kind === 'vote' && isEditable(record)) ?? [];
    if (!home || votes.length === 0) return 'nothing to do';
    const record = scene.world.pick(votes);
    const fresh = scene.freshId('w');
    const seq = home.nextSeq();
    const weight = scene.world.between(1, 5);
    const payload = { ...record.payload, ...(record.v === 1 ? { stars: weight } : { weight }) };
    if (!home.apply(rewrite(home.records, record.id, fresh, payload))) return 'too late';
    scene.tally.add('actions written anew');
    if (record.state.kind !== 'dead') return record.id;
    scene.settleFate(record.id, 'retried');
    scene.accept({ ...record, id: fresh, user: home.user, deps: [], seq, home, isRetry: true });
    return `${record.id} as ${fresh}`;
  },
  poke: (_scene, device) => {
    for (const tab of device.tabs) if (!tab.isFrozen) tab.engine?.poke();
    return '';
  },
  'sync now': (_scene, device) => pokeNow(device),
  wait: async ({ world }) => {
    const until = world.time + world.between(1, 120) * 1000;
    for (let steps = 0; steps < 60 && world.time < until; steps++) {
      if (!(await world.advance())) break;
    }
    world.time = Math.max(world.time, until);
    return '';
  },
};

function act(scene: Scene, device: Device, kind: string, isPoked = true): string {
  const { world } = scene;
  const { home } = device;
  if (!home) return 'nobody is signed in';
  let trackId = world.pick(scene.trackIds);
  let payload: Record<string, unknown> = {};
  let lane = 'plays';
  if (kind === 'create') {
    trackId = scene.freshId('n');
    scene.trackIds.push(trackId);
    payload = { is_unlawful: world.chance(0.25), ...(world.chance(0.15) ? { is_poison: true } : {}) };
    lane = `track:${trackId}`;
  } else if (kind === 'edit') {
    const own = home.records.findLast((record) => record.kind === 'create');
    trackId = own ? String(own.payload['track_id']) : trackId;
    payload = { title: world.between(1, 1000) };
    lane = `track:${trackId}`;
  } else if (kind === 'vote') {
    const weight = world.between(1, 5);
    payload = device.appVersion === 1 ? { stars: weight } : { weight };
    lane = `vote:${trackId}`;
  } else if (kind === 'poison') {
    payload = { is_poison: true };
    if (world.chance(0.5)) lane = `vote:${trackId}`;
  }
  const v = kind === 'vote' ? device.appVersion : 1;
  const id = scene.enqueue(device, home, kind, lane, { ...payload, track_id: trackId }, v);
  if (isPoked) pokeNow(device);
  return `${id} on ${trackId}`;
}

function pokeNow(device: Device): string {
  for (const tab of device.tabs) if (!tab.isFrozen) tab.engine?.pokeNow();
  return '';
}

const lines: Record<string, Operation> = Object.fromEntries(
  networkFaults.map((fault): [string, Operation] => [
    fault,
    (_scene, device) => {
      if (device.network.length < 4) device.network.push(fault);
      return '';
    },
  ]),
);
const network: Record<string, Operation> = {
  ...lines,
  offline: (_scene, device) => {
    device.isOnline = false;
    return '';
  },
  online: (_scene, device) => {
    device.isOnline = true;
    return pokeNow(device);
  },
};

/** @param within the fault strikes after so many calls at most; null: at the next call of one kind, whichever */
function disk(what: DiskFault['what'], within: number | null): Operation {
  return ({ world }, device) => {
    const only = what === 'partly' ? 'write' : within === null ? world.pick(calls) : null;
    const after = world.between(1, within ?? 1);
    if (device.disk.length < 4) device.disk.push({ calls: after, only, what, all: world.chance(0.5) });
    return `${what} in ${after} calls${only === null ? '' : `, at ${only}`}`;
  };
}

const storage: Record<string, Operation> = {
  'storage full': disk('full', 8),
  'storage unavailable': disk('unavailable', 8),
  'page stored partly': disk('partly', 3),
  'crash before a call': disk('crash before', 12),
  'crash after a call': disk('crash after', 12),
  'crash before one kind of call': disk('crash before', null),
  'crash after one kind of call': disk('crash after', null),
  'evict everything': (scene, device) => {
    if (!device.home) return 'nothing there';
    for (const tab of [...device.tabs]) device.close(tab);
    const { user } = device.home;
    scene.lose(device.home, 'evicted');
    scene.tally.add('evicted: everything');
    scene.signIn(device, user);
    return '';
  },
  'evict the replica': (scene, device) => {
    if (!device.home) return 'nothing there';
    for (const tab of [...device.tabs]) device.close(tab);
    device.home.replicas.clear();
    scene.tally.add('evicted: the replica alone');
    scene.openTab(device);
    return '';
  },
};

const pages: Record<string, Operation> = {
  'another page': (scene, device) => (scene.openTab(device) ? '' : 'there are enough'),
  'close a page': ({ world }, device) => {
    if (device.tabs.length > 1) device.close(world.pick(device.tabs));
    return '';
  },
  freeze: (scene, device) => {
    const awake = device.tabs.filter((tab) => !tab.isFrozen);
    if (awake.length === 0) return 'all are frozen';
    scene.world.freeze(scene.world.pick(awake));
    scene.tally.add('pages frozen');
    if (awake.length === 1) scene.openTab(device);
    return '';
  },
  thaw: (scene, device) => {
    const frozen = [...device.tabs, ...device.left].filter((tab) => tab.isFrozen);
    const [tab] = frozen;
    if (!tab) return 'none is frozen';
    scene.tally.add(tab.parked.length > 0 ? 'pages thawed in the middle of something' : 'pages thawed');
    scene.world.thaw(tab);
    if (tab.home.isClosed) tab.leave();
    return '';
  },
  'clock jumps': (scene, device) => {
    const reach = scene.world.chance(0.3) ? 2 * DAY : 10 * MINUTE;
    const skew = Math.round((scene.world.random() - 0.5) * 2 * reach);
    scene.tally.add(skew < device.clockSkew ? 'clock jumped back' : 'clock jumped ahead');
    device.clockSkew = skew;
    device.clockJumps += 1;
    return `${Math.round(skew / 1000)} s from the truth`;
  },
  'new app': (scene, device) => {
    if (device.appVersion === 2) return 'has it';
    device.appVersion = 2;
    scene.tally.add('app updated');
    if (device.home?.records.length) scene.tally.add('app updated with a queue');
    // Rows of other columns are fetched anew (SY-21).
    if (device.home && scene.world.chance(0.5)) {
      device.home.cursor = { ...firstCursor, generation: device.home.cursor.generation + 1 };
    }
    for (const tab of [...device.tabs]) {
      tab.leave();
      device.close(tab);
    }
    scene.openTab(device);
    return '';
  },
};

const account: Record<string, Operation> = {
  'token expires': (scene, device) => {
    if (!device.session) return '';
    scene.server.expireTokens(device.session.user);
    scene.tally.add('tokens expired');
    return '';
  },
  'session revoked': (_scene, device) => {
    if (device.session) device.session.isRevoked = true;
    return '';
  },
  'refresh unreachable': (scene, device) => {
    if (!device.session) return '';
    scene.server.expireTokens(device.session.user);
    device.renewal = 'unreachable';
    return '';
  },
  'sign in again': (scene, device) => {
    const { session } = device;
    if (!session) return '';
    device.session = { user: session.user, token: scene.server.token(session.user), isRevoked: false, isLocked: false };
    return pokeNow(device);
  },
  'switch account': async (scene, device) => {
    const { home } = device;
    if (!home) return 'nobody is signed in';
    const isDraining = scene.world.chance(0.6);
    if (isDraining) await drain(scene, device);
    const waiting = home.records.filter((record) => record.state.kind !== 'dead').length;
    if (isDraining && waiting > 0 && scene.world.chance(0.4)) return 'stayed, for actions wait';
    scene.tally.add(waiting > 0 ? 'accounts switched with a queue' : 'accounts switched');
    const user = home.user === 'ann' ? 'ben' : 'ann';
    scene.lose(home, 'signed out');
    device.session = null;
    for (const tab of device.tabs) {
      device.left.push(tab);
      if (!tab.isFrozen) tab.leave();
    }
    device.tabs = [];
    scene.signIn(device, user);
    return `${home.user} to ${user}`;
  },
};

/** Sign-out waits up to 5 s for the queue (SY-19). */
async function drain({ world }: Scene, device: Device): Promise<void> {
  const until = world.time + 5_000;
  pokeNow(device);
  while (world.time < until && device.home?.records.some((record) => record.state.kind !== 'dead')) {
    if (!(await world.advance())) return;
  }
}

const backend: Record<string, Operation> = {
  'a change begins': (scene) => {
    const { world } = scene;
    const transaction = scene.server.begin();
    const ids = Array.from({ length: world.between(1, 6) }, () => world.pick(scene.trackIds));
    const isDeletion = world.chance(0.15);
    const isPublic = world.chance(0.7);
    const title = world.between(1, 1000);
    transaction.work = (state, xid) => {
      for (const id of new Set(ids)) {
        if (!state.rows.has(`tracks/${id}`)) continue;
        writeRow(state, xid, { t: 'tracks', id }, (data) => ({ ...data, is_public: isPublic, title }), isDeletion);
      }
    };
    scene.open.push(transaction);
    return `to ${ids.join(' ')}`;
  },
  'a friend is won or lost': (scene, device) => {
    const user = device.home?.user ?? 'ann';
    const transaction = scene.server.begin();
    transaction.work = (state, xid) => {
      if (!state.friends.delete(user)) state.friends.add(user);
      writeRow(state, xid, { t: 'profiles', id: 'artist' }, (data) => ({ ...data, version: xid }));
    };
    scene.open.push(transaction);
    return user;
  },
  'a change commits': (scene) => {
    const at = Math.floor(scene.world.random() * scene.open.length);
    const [transaction] = scene.open.splice(at, 1);
    if (transaction) scene.server.commit(transaction);
    return '';
  },
  'a change is rolled back': (scene) => {
    const transaction = scene.open.shift();
    if (transaction) scene.server.abort(transaction);
    return '';
  },
  'a backup is made': (scene) => {
    scene.backup = copyState(scene.server.state);
    return '';
  },
  'the backup is restored': (scene) => {
    scene.tally.add('servers restored');
    scene.restores += 1;
    scene.open.length = 0;
    scene.server.restore(scene.backup);
    return '';
  },
  'old tombstones are swept': (scene) => {
    scene.tally.add('sweeps of old tombstones');
    scene.server.raiseFloor();
    return '';
  },
  'old apps are refused': (scene) => {
    scene.server.minClientV = 2;
    return '';
  },
};

export const operations: Readonly<Record<string, Operation>> = {
  ...person,
  ...network,
  ...storage,
  ...pages,
  ...account,
  ...backend,
};

/** How often each comes among 100 of the enabled; 2 where nothing is said. */
export const weights: Readonly<Record<string, number>> = {
  play: 12,
  vote: 10,
  create: 4,
  edit: 3,
  'another page': 4,
  freeze: 3,
  'clock jumps': 3,
  poison: 1.5,
  burst: 0,
  wait: 4,
  poke: 4,
  online: 6,
  'a change begins': 5,
  'a change commits': 6,
  thaw: 4,
  'sign in again': 4,
  'the backup is restored': 0.6,
  'old apps are refused': 0.5,
  'old tombstones are swept': 1,
  'evict everything': 0.8,
  'evict the replica': 0.8,
  'switch account': 1,
};
