import type { Device } from './device.ts';
import type { Operation } from './operations.ts';
import { pokeNow } from './person-operations.ts';
import type { Scene } from './scene.ts';

export const accountOperations: Record<string, Operation> = {
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
    const { stores } = device;
    if (!stores) return 'nobody is signed in';
    const isDraining = scene.world.chance(0.6);
    if (isDraining) await drain(scene, device);
    const waiting = stores.records.filter((record) => record.state.kind !== 'dead').length;
    if (isDraining && waiting > 0 && scene.world.chance(0.4)) return 'stayed, for actions wait';
    scene.tally.add(waiting > 0 ? 'accounts switched with a queue' : 'accounts switched');
    const user = stores.user === 'ann' ? 'ben' : 'ann';
    scene.deleteStores(stores, 'signed out');
    device.session = null;
    for (const tab of device.tabs) {
      device.signedOutTabs.push(tab);
      if (!tab.isFrozen) tab.leave();
    }
    device.tabs = [];
    scene.signIn(device, user);
    return `${stores.user} to ${user}`;
  },
};

/** Sign-out waits up to 5 s for the queue (SY-19). */
async function drain({ world }: Scene, device: Device): Promise<void> {
  const until = world.time + 5_000;
  pokeNow(device);
  while (world.time < until && device.stores?.records.some((record) => record.state.kind !== 'dead')) {
    if (!(await world.advance())) return;
  }
}
