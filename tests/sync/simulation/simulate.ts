import { newRecord } from '../../../sync/core/records.ts';
import { calm, Device, Tab, type Core, type Weather } from './device.ts';
import { Server, write, type Transaction } from './server.ts';
import { World } from './world.ts';

const ROUNDS = 120;
/** A healed world has to come to rest within this many steps (SY-25). */
const HEAL_STEPS = 20_000;
const MINUTE = 60_000;

/** What one schedule has shown; thrown with its seed when an invariant is broken. */
export class Violation extends Error {}

interface Accepted {
  device: Device;
  id: string;
  kind: string;
  key: string;
}

/**
 * One schedule (SY-25): three browsers of two people, two tabs each, one server, through everything that goes wrong; then
 * the world heals, and every store is compared with what the server says.
 */
export async function simulate(seed: number, core: Core): Promise<void> {
  const world = new World(seed);
  const server = new Server();
  let weather: Weather = {
    dropRequest: world.random() * 0.3,
    loseResponse: world.random() * 0.3,
    duplicate: world.random() * 0.2,
    delay: world.random() * 0.4,
    storageError: world.chance(0.3) ? 0.02 : 0,
  };
  const devices = [
    ['phone', 'ann'],
    ['laptop', 'ann'],
    ['tablet', 'ben'],
  ].map(([name = '', user = '']) => new Device(name, user, world, server, core, () => weather));
  const accepted: Accepted[] = [];
  const artistOpen: Transaction[] = [];
  const trackIds = Array.from({ length: 6 }, (_, at) => `t${at}`);
  const restores = world.chance(0.25);
  let restored = false;
  let backup = server.snapshot();
  let counter = 0;

  const artist = (work: (state: Parameters<typeof write>[0], xid: number) => void) => {
    const transaction = server.begin();
    transaction.work = work;
    artistOpen.push(transaction);
  };
  for (const id of trackIds) {
    artist((state, xid) =>
      write(state, xid, { t: 'tracks', id }, () => ({ user_id: 'artist', is_public: true, plays: 0 })),
    );
  }
  server.commitAll();
  artistOpen.length = 0;

  const act = (device: Device) => {
    const kind = world.pick(['play', 'play', 'play', 'vote', 'vote', 'create', 'poison']);
    const id = `a${++counter}`;
    const trackId = kind === 'create' ? `new-${id}` : world.pick(trackIds);
    const lane = { play: 'plays', poison: 'plays', vote: `vote:${trackId}`, create: `track:${trackId}` }[kind] ?? kind;
    const creation = device.records.find(
      (record) => record.kind === 'create' && record.payload['track_id'] === trackId,
    );
    device.enqueue(
      newRecord({
        id,
        user_id: device.user,
        device_id: device.name,
        lane,
        kind,
        v: 1,
        payload: { track_id: trackId, ...(kind === 'vote' ? { weight: counter } : {}) },
        deps: creation && creation.state !== 'dead' ? [creation.id] : [],
        created_at: world.time,
        occurred_at: String(world.time),
      }),
    );
    accepted.push({ device, id, kind, key: `${device.user}-${trackId}` });
    if (kind === 'create') trackIds.push(trackId);
    for (const tab of device.tabs) tab.engine.pokeNow();
  };

  const lead = (device: Device) => {
    const tab = new Tab(device);
    device.tabs.push(tab);
    tab.engine.poke();
  };

  const disturb = (device: Device) => {
    switch (
      world.pick([
        'crash',
        'second',
        'second',
        'offline',
        'online',
        'online',
        'artist',
        'artist',
        'commit',
        'commit',
        'token',
        'clock',
        'backup',
        'restore',
        'poke',
        'poke',
      ])
    ) {
      case 'crash':
        for (const tab of device.tabs) tab.dead = true;
        device.tabs = [];
        return lead(device);
      case 'second':
        // The lock was stolen from a tab that only slept: both lead (SY-17).
        if (device.tabs.length < 2) lead(device);
        return;
      case 'offline':
        device.online = false;
        return;
      case 'online':
        device.online = true;
        for (const tab of device.tabs) tab.engine.pokeNow();
        return;
      case 'artist':
        return changeTrack();
      case 'commit': {
        const [transaction] = artistOpen.splice(Math.floor(world.random() * artistOpen.length), 1);
        if (transaction) server.commit(transaction);
        return;
      }
      case 'token':
        return server.expireTokens(device.user);
      case 'clock':
        device.clockSkew = Math.round((world.random() - 0.5) * 20 * MINUTE);
        return;
      case 'backup':
        backup = server.snapshot();
        return;
      case 'restore':
        if (!restores) return;
        restored = true;
        artistOpen.length = 0;
        return server.restore(backup);
      default:
        for (const tab of device.tabs) tab.engine.poke();
    }
  };

  const changeTrack = () => {
    const id = world.pick(trackIds);
    const isDeletion = world.chance(0.15);
    const isPublic = world.chance(0.8);
    artist((state, xid) => {
      if (!state.rows.has(`tracks/${id}`)) return;
      write(state, xid, { t: 'tracks', id }, (data) => ({ ...data, is_public: isPublic }), isDeletion);
    });
  };

  world.check = () => {
    for (const device of devices) {
      const [broken] = device.violations;
      if (broken !== undefined) throw new Violation(broken);
      if (!restored) checkPromises(device, accepted);
    }
  };

  try {
    for (const device of devices) lead(device);
    for (let round = 0; round < ROUNDS; round++) {
      const device = world.pick(devices);
      if (world.chance(0.35)) act(device);
      else disturb(device);
      for (let steps = Math.floor(world.random() * 12); steps > 0; steps--) await world.advance();
    }
    weather = calm;
    server.commitAll();
    for (const device of devices) {
      for (const tab of device.tabs) tab.dead = true;
      device.tabs = [];
      device.online = true;
      lead(device);
    }
    await comeToRest(world, devices, server);
    compare(devices, server);
    checkEffects(server);
    if (!restored) checkOutcomes(accepted, server);
    if (!restored) checkLanes(server);
  } catch (error) {
    if (error instanceof Violation) throw new Violation(`SEED=${seed}: ${error.message}`);
    throw error;
  } finally {
    for (const device of devices) for (const tab of device.tabs) tab.dead = true;
  }
}

/** A play that the person made shows from then on, waiting or counted, unless the server refused it (SY-13). */
function checkPromises(device: Device, accepted: readonly Accepted[]): void {
  const rows = device.rows();
  for (const action of accepted) {
    if (action.device !== device || action.kind !== 'play') continue;
    const waiting = device.records.some((record) => record.id === action.id);
    if (!waiting && !rows.get(`plays/${action.key}`)?.row) {
      throw new Violation(`${device.name}: the play ${action.id} vanished from view`);
    }
  }
}

async function comeToRest(world: World, devices: readonly Device[], server: Server): Promise<void> {
  const isAtRest = () =>
    devices.every(
      (device) =>
        device.records.every((record) => record.state === 'dead' || record.state === 'held') && isSame(device, server),
    );
  for (let steps = 0; steps < HEAL_STEPS; steps++) {
    if (isAtRest()) return;
    if (await world.advance()) continue;
    // The minute's pull of a visible page (SY-18).
    world.time += MINUTE;
    for (const device of devices) for (const tab of device.tabs) tab.engine.poke();
  }
}

function isSame(device: Device, server: Server): boolean {
  return difference(device, server) === null;
}

function difference(device: Device, server: Server): string | null {
  const wanted = new Map([...server.visibleTo(device.user)].map(([key, row]) => [key, JSON.stringify(row)]));
  const held = new Map([...device.rows()].flatMap(([key, { row }]) => (row ? [[key, JSON.stringify(row)]] : [])));
  for (const [key, row] of wanted) if (held.get(key) !== row) return `${key} is ${held.get(key)}, not ${row}`;
  for (const key of held.keys()) if (!wanted.has(key)) return `${key} is there and may not be`;
  return null;
}

function compare(devices: readonly Device[], server: Server): void {
  for (const device of devices) {
    const wrong = difference(device, server);
    if (wrong !== null) throw new Violation(`${device.name} does not hold what the server says: ${wrong}`);
    const left = device.records.filter((record) => record.state !== 'dead' && record.state !== 'held');
    if (left.length > 0) throw new Violation(`${device.name} did not drain: ${JSON.stringify(left)}`);
    const strange = device.records.find((record) => record.state === 'held' && record.kind !== 'poison');
    if (strange) throw new Violation(`${device.name} set ${strange.id} aside, which was not at fault`);
    for (const key of [...device.replicas.values()].flatMap((replica) => [...replica.keys()])) {
      const [table = '', id = ''] = key.split('/');
      if (table !== 'tracks' && !id.startsWith(device.user)) throw new Violation(`${device.name} stored ${key}`);
    }
  }
}

/** Counters move once for each counted play, however often it was sent (SY-9). */
function checkEffects(server: Server): void {
  const rows = [...server.state.rows.values()];
  for (const balance of rows.filter((row) => row.t === 'balances')) {
    const plays = rows.filter((row) => row.t === 'plays' && row.owner === balance.owner).length;
    if (balance.data['zaps'] !== plays)
      throw new Violation(`${balance.id} has ${String(balance.data['zaps'])} ZAPs for ${plays} plays`);
  }
}

/** Every accepted action has one outcome on the server; a vote may have given way to a later one (SY-15). */
function checkOutcomes(accepted: readonly Accepted[], server: Server): void {
  for (const { device, id, kind } of accepted) {
    if (kind === 'poison' || server.state.log.has(`${device.user}/${id}`)) continue;
    const isRefused = device.records.some((record) => record.id === id && record.state === 'dead');
    const isReplaced = kind === 'vote' && !device.records.some((record) => record.id === id);
    if (!isRefused && !isReplaced) throw new Violation(`${id} was accepted on ${device.name} and is nowhere`);
  }
}

function checkLanes(server: Server): void {
  const last = new Map<string, number>();
  for (const { device, lane, seq, id } of server.executed) {
    const key = `${device}/${lane}`;
    if (seq < (last.get(key) ?? 0)) throw new Violation(`${id} overtook another in lane ${key}`);
    last.set(key, seq);
  }
}
