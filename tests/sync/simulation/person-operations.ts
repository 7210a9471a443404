import { isEditable, rewrite } from '../../../sync/core/edit.ts';
import { dependents } from '../../../sync/core/lanes.ts';
import type { QueueEdit } from '../../../sync/core/queue.ts';
import type { Device, PersonStores } from './device.ts';
import { partners } from './messages.ts';
import type { Operation } from './operations.ts';
import { upcastersOf } from './releases.ts';
import type { Scene } from './scene.ts';

export const personOperations: Record<string, Operation> = {
  play: (scene, device) => queueAction(scene, device, 'play'),
  vote: (scene, device) => queueAction(scene, device, 'vote'),
  create: (scene, device) => queueAction(scene, device, 'create'),
  edit: (scene, device) => queueAction(scene, device, 'edit'),
  send: (scene, device) => queueAction(scene, device, 'send'),
  poison: (scene, device) => queueAction(scene, device, 'poison'),
  burst: (scene, device) => {
    const count = scene.world.pick([60, 120, 260, 300]);
    for (let at = 0; at < count; at++)
      queueAction(scene, device, scene.world.pick(['play', 'play', 'play', 'play', 'vote']), false);
    pokeNow(device);
    return `${count} actions`;
  },
  'retry or discard': (scene, { stores, core }) => {
    const failed =
      stores?.records.filter((record) => record.state.kind === 'dead' || record.state.kind === 'held') ?? [];
    if (!stores || failed.length === 0) return 'nothing to do';
    const withDependents = failed.filter(({ id }) => dependents(stores.records, id).length > 0);
    const record = scene.world.pick(withDependents.length > 0 ? withDependents : failed);
    if (record.state.kind === 'held') {
      for (const { id } of dependents(stores.records, record.id)) scene.markSetAside(id);
    }
    if (scene.world.chance(0.4)) {
      stores.records = stores.records.filter((one) => one !== record);
      scene.settleFate(record.id, 'discarded');
      return `discarded ${record.id}`;
    }
    const freshId = () => scene.freshId('r');
    const edit: QueueEdit<unknown> =
      record.payload['is_unlawful'] === true && isEditable(record)
        ? rewrite(stores.records, record.id, freshId, { v: 1, payload: { ...record.payload, is_unlawful: false } })
        : core.queue.requeue(stores.records, record.id, freshId);
    acceptRequeued(scene, stores, edit);
    stores.apply(edit);
    return `retried ${record.id}${edit.add.map(({ id }) => ` as ${id}`).join()}`;
  },
  rewrite: (scene, device) => {
    const { stores, core } = device;
    const votes = stores?.records.filter((record) => record.kind === 'vote' && isEditable(record)) ?? [];
    if (!stores || votes.length === 0) return 'nothing to do';
    const record = scene.world.pick(votes);
    const weight = scene.world.between(1, 5);
    const upcast = core.upcast(record, upcastersOf(device.appVersion));
    const form = { v: upcast.v, payload: { ...upcast.payload, ...(upcast.v === 1 ? { stars: weight } : { weight }) } };
    const edit = rewrite(stores.records, record.id, () => scene.freshId('w'), form);
    acceptRequeued(scene, stores, edit);
    if (!stores.apply(edit)) return 'too late';
    scene.tally.add('actions rewritten');
    return `${record.id}${edit.add.map(({ id }) => ` as ${id}`).join()}`;
  },
  visit: (scene, device) => {
    const { world } = scene;
    const tab = device.tabs.find((one) => !one.isFrozen);
    const ids = Array.from({ length: world.between(1, 3) }, () => world.pick(scene.trackIds));
    tab?.visit(ids);
    return ids.join(' ');
  },
  'forget visited tracks': (_scene, device) => {
    device.tabs.find((one) => !one.isFrozen)?.forgetVisited();
    return '';
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

/** Call before the edit is applied: the fresh actions get the next places of the queue. */
function acceptRequeued(scene: Scene, stores: PersonStores, { remove, add }: QueueEdit<unknown>): void {
  const seq = stores.nextSeq();
  add.forEach(({ id, deps }, at) => {
    const before = remove[at];
    if (!before) throw new Error(`${id} replaces no action`);
    scene.settleFate(before.id, 'retried');
    if (at > 0) scene.tally.add('dependents retried');
    scene.accept({ ...before, id, deps, user: stores.user, seq: seq + at, stores, isRetry: true });
  });
}

function queueAction(scene: Scene, device: Device, kind: string, isPoked = true): string {
  const { world } = scene;
  const { stores } = device;
  if (!stores) return 'nobody is signed in';
  let trackId = world.pick(scene.trackIds);
  let payload: Record<string, unknown> = {};
  let lane = 'plays';
  if (kind === 'create') {
    trackId = scene.freshId('n');
    scene.trackIds.push(trackId);
    payload = { is_unlawful: world.chance(0.25), ...(world.chance(0.15) ? { is_poison: true } : {}) };
    lane = `track:${trackId}`;
  } else if (kind === 'edit') {
    const creation = stores.records.findLast((record) => record.kind === 'create');
    trackId = creation ? String(creation.payload['track_id']) : trackId;
    payload = { title: world.between(1, 1000) };
    lane = `track:${trackId}`;
  } else if (kind === 'vote') {
    const weight = world.between(1, 5);
    payload = device.appVersion === 1 ? { stars: weight } : { weight };
    lane = `vote:${trackId}`;
  } else if (kind === 'send') {
    const partner = world.pick(partners);
    payload = { partner_id: partner };
    lane = `conversation:${partner}`;
  } else if (kind === 'poison') {
    payload = { is_poison: true };
    if (world.chance(0.5)) lane = `vote:${trackId}`;
  }
  const v = kind === 'vote' ? device.appVersion : 1;
  const id = scene.enqueue(device, stores, kind, lane, { ...payload, track_id: trackId }, v);
  if (isPoked) pokeNow(device);
  return `${id} on ${trackId}`;
}

export function pokeNow(device: Device): string {
  for (const tab of device.tabs) if (!tab.isFrozen) tab.engine?.pokeNow(true);
  return '';
}
