import type { Digest } from '../../../sync/model/digest.ts';
import type { Operation } from './operations.ts';
import type { Scene } from './scene.ts';
import { shelve, writeRow } from './server-state.ts';
import type { Tab } from './tab.ts';

function deliver({ world, tally }: Scene, tab: Tab, digest: Digest): void {
  if (world.chance(0.2)) return tally.add('digests lost');
  const copies = world.chance(0.2) ? 2 : 1;
  if (copies === 2) tally.add('digests delivered twice');
  for (let copy = 0; copy < copies; copy++) {
    const isLate = world.chance(0.3);
    if (isLate) tally.add('digests delayed');
    tally.add('digests delivered');
    world.timer(tab, isLate ? world.between(1_000, 30_000) : world.between(0, 50), () => tab.hear(digest));
  }
}

export const serverOperations: Record<string, Operation> = {
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
  'the shelf is arranged': (scene) => {
    const { world } = scene;
    const transaction = scene.server.begin();
    const changes = new Map(
      Array.from({ length: world.between(1, 3) }, () => [world.pick(scene.trackIds), world.chance(0.4)]),
    );
    transaction.work = (state, xid) => {
      for (const [id, shelved] of changes) {
        const row = state.rows.get(`tracks/${id}`);
        if (row && !row.isDeleted && row.data['is_public'] === true && (row.shelved === true) !== shelved)
          shelve(state, xid, row, shelved);
      }
    };
    scene.open.push(transaction);
    return [...changes].map(([id, shelved]) => `${id} ${shelved ? 'on' : 'off'}`).join(' ');
  },
  'a friend is won or lost': (scene, device) => {
    const user = device.stores?.user ?? 'ann';
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
  'a digest is published': (scene) => {
    const digest = scene.server.publish();
    if (!digest) return 'nothing has changed';
    for (const device of scene.devices) for (const tab of device.tabs) if (device.isOnline) deliver(scene, tab, digest);
    return `number ${digest.number}`;
  },
  'a backup is made': (scene) => {
    scene.backup = scene.server.backUp();
    return '';
  },
  'the backup is restored': (scene) => {
    scene.tally.add('servers restored');
    scene.restores += 1;
    scene.open.length = 0;
    scene.server.restore(scene.backup);
    return '';
  },
  'an old folder is put back': (scene) => {
    scene.tally.add('folders put back');
    scene.restores += 1;
    scene.open.length = 0;
    scene.server.restoreFolder(scene.backup);
    return '';
  },
  'the server starts again': (scene) => {
    scene.tally.add('servers started again');
    scene.open.length = 0;
    scene.server.restart();
    return '';
  },
  'old tombstones are swept': (scene) => {
    scene.tally.add('sweeps of old tombstones');
    scene.server.raiseFloor();
    return '';
  },
  'a pin is removed': (scene) => {
    const { world, tally } = scene;
    const transaction = scene.server.begin();
    const share = world.random();
    transaction.work = (state) => {
      const pins = [...state.pins.keys()];
      const pin = pins[Math.floor(share * pins.length)];
      if (pin !== undefined && state.pins.delete(pin)) tally.add('pins removed');
    };
    scene.open.push(transaction);
    return '';
  },
  'old apps are refused': (scene) => {
    scene.server.minClientV = 2;
    return '';
  },
};
