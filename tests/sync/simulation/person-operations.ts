import { isEditable, rewrite } from '../../../sync/core/edit.ts';
import { dependents } from '../../../sync/core/lanes.ts';
import type { Device } from './device.ts';
import type { Operation } from './operations.ts';
import type { Scene } from './scene.ts';

/** Operations of a person. */
export const personOperations: Record<string, Operation> = {
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

/** Returns '', the result of an operation without details. */
export function pokeNow(device: Device): string {
  for (const tab of device.tabs) if (!tab.isFrozen) tab.engine?.pokeNow();
  return '';
}
