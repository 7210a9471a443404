import { firstCursor } from '../../../sync/core/ports.ts';
import type { DiskFault } from './device.ts';
import { calls } from './memory-disk.ts';
import { networkFaults } from './network.ts';
import type { Operation } from './operations.ts';
import { pokeNow } from './person-operations.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const faultOperations: Record<string, Operation> = Object.fromEntries(
  networkFaults.map((fault): [string, Operation] => [
    fault,
    (_scene, device) => {
      if (device.network.length < 4) device.network.push(fault);
      return '';
    },
  ]),
);
const network: Record<string, Operation> = {
  ...faultOperations,
  offline: (_scene, device) => {
    device.isOnline = false;
    return '';
  },
  online: (_scene, device) => {
    device.isOnline = true;
    return pokeNow(device);
  },
};

/**
 * Makes a call of the storage fail. @param within the longest delay, in calls; the delay is random, and at least 1. With null the fault hits the
 * next call of a random kind. A fault of the kind `partly` hits a write.
 */
function disk(kind: DiskFault['kind'], within: number | null): Operation {
  return ({ world }, device) => {
    const only = kind === 'partly' ? 'write' : within === null ? world.pick(calls) : null;
    const after = world.between(1, within ?? 1);
    if (device.disk.length < 4) device.disk.push({ calls: after, only, kind, all: world.chance(0.5) });
    return `${kind} in ${after} calls${only === null ? '' : `, at ${only}`}`;
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
    if (!device.stores) return 'nothing there';
    for (const tab of [...device.tabs]) device.close(tab);
    const { user } = device.stores;
    scene.deleteStores(device.stores, 'evicted');
    scene.tally.add('evicted: everything');
    scene.signIn(device, user);
    return '';
  },
  'evict the replica': (scene, device) => {
    if (!device.stores) return 'nothing there';
    for (const tab of [...device.tabs]) device.close(tab);
    device.stores.replicas.clear();
    device.stores.lostGeneration = device.stores.cursor.generation;
    scene.tally.add('evicted: only the replica');
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
    const frozen = [...device.tabs, ...device.signedOutTabs].filter((tab) => tab.isFrozen);
    const [tab] = frozen;
    if (!tab) return 'none is frozen';
    scene.tally.add(tab.parked.length > 0 ? 'pages thawed in the middle of a call' : 'pages thawed');
    scene.world.thaw(tab);
    if (tab.stores.isClosed) tab.leave();
    return '';
  },
  'clock jumps': (scene, device) => {
    const maxSkew = scene.world.chance(0.3) ? 2 * DAY : 10 * MINUTE;
    const skew = Math.round((scene.world.random() - 0.5) * 2 * maxSkew);
    scene.tally.add(skew < device.clockSkew ? 'clock jumped back' : 'clock jumped ahead');
    device.clockSkew = skew;
    device.clockJumps += 1;
    return `${Math.round(skew / 1000)} s off`;
  },
  'new app': (scene, device) => {
    if (device.appVersion === 2) return 'has it';
    device.appVersion = 2;
    scene.tally.add('app updated');
    if (device.stores?.records.length) scene.tally.add('app updated with a queue');
    // A change of columns refetches the rows (SY-21).
    if (device.stores && scene.world.chance(0.5)) {
      device.stores.cursor = { ...firstCursor, generation: device.stores.cursor.generation + 1 };
    }
    for (const tab of [...device.tabs]) {
      tab.leave();
      device.close(tab);
    }
    scene.openTab(device);
    return '';
  },
};

export const deviceOperations: Record<string, Operation> = { ...network, ...storage, ...pages };
