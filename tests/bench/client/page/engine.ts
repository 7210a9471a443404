import { openSync, type BackendConfig, type Live, type Scope, type SyncClient } from '../../../../sync/client.ts';
import { ownerName } from '../../../../sync/core/names.ts';
import { newRecord } from '../../../../sync/core/records.ts';
import { DeviceDatabase } from '../../../../sync/outbox/database.ts';
import { voteCast } from '../../../../sync/model/actions/vote-cast.ts';
import { uuidV7 } from '../../../../sync/outbox/uuid.ts';
import { pageEnvironment } from './environment.ts';
import { watchFrames, type Frames } from './frames.ts';

const everything = { search: '', genre: null };
const bareFetch: typeof fetch = (input, init) => fetch(input, init);

function until<T>(live: Live<T>, matches: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const check = () => {
      const value = live.get();
      if (!matches(value)) return;
      stop();
      resolve(value);
    };
    const stop = live.subscribe(check);
    check();
  });
}

async function scopeOf(client: SyncClient): Promise<Scope> {
  const scope = await until(client.scope, (scope) => scope !== null);
  if (!scope) throw new Error('the page has no scope');
  return scope;
}

const watch = watchFrames();

/** Fills an empty replica with everything that pulls bring. @returns `time` in ms */
export async function fill(config: BackendConfig): Promise<{ time: number; tracks: number; frames: Frames }> {
  const started = performance.now();
  const client = openSync(pageEnvironment(config, bareFetch));
  const { tracks } = await until((await scopeOf(client)).explore(everything), ({ state }) => state === 'complete');
  const ended = performance.now();
  await client.close();
  return { time: ended - started, tracks: tracks.length, frames: watch.between(started, ended) };
}

/** Opens a filled replica. @returns the `time`, in ms, until a view has this many tracks */
export async function startUntil(config: BackendConfig, cards: number): Promise<{ time: number; ids: string[] }> {
  const started = performance.now();
  const client = openSync(pageEnvironment(config, bareFetch));
  const { tracks } = await until((await scopeOf(client)).explore(everything), (view) => view.tracks.length >= cards);
  const time = performance.now() - started;
  await client.close();
  return { time, ids: tracks.slice(0, cards).map(({ id }) => id) };
}

function openWire() {
  const wire = { isCut: true, requests: 0, pushedAt: 0, waited: new Map<string, number>() };
  const send: typeof fetch = async (input, init) => {
    if (wire.isCut) throw new TypeError('Failed to fetch');
    const name = String(input instanceof Request ? input.url : input).replace(/.*\//, '');
    const requestedAt = performance.now();
    wire.requests += 1;
    try {
      const response = await fetch(input, init);
      // Reading the body here counts the transfer as waiting.
      const body = await response.blob();
      return new Response(response.status === 204 ? null : body, response);
    } finally {
      if (name === 'sync_push') wire.pushedAt = performance.now();
      wire.waited.set(name, (wire.waited.get(name) ?? 0) + performance.now() - requestedAt);
    }
  };
  return { wire, send };
}

export interface Drained {
  /** In ms, from the return of the network until the queue is empty. */
  readonly time: number;
  /** In ms, from the return of the network until the last response to `sync_push`. */
  readonly sent: number;
  readonly requests: number;
  /** In ms, the sum of all requests by procedure. */
  readonly waited: Record<string, number>;
}

/** Queues votes without a network, then measures how long the queue takes to empty with it. */
export async function drain(config: BackendConfig, userId: string, trackIds: readonly string[]): Promise<Drained> {
  await queueVotes(userId, trackIds);
  const { wire, send } = openWire();
  const client: SyncClient = openSync(pageEnvironment(config, send));
  const scope = await scopeOf(client);
  const stop = scope.explore(everything).subscribe(() => undefined);
  await until(scope.explore(everything), ({ state }) => state === 'complete');
  await until(scope.pending, (pending) => pending.length === trackIds.length);
  await until(scope.status, ({ network }) => network === 'offline');
  wire.isCut = false;
  const started = performance.now();
  scope.syncNow();
  await until(scope.pending, (pending) => pending.every(({ state }) => state.kind === 'dead'));
  const time = performance.now() - started;
  const refused = scope.pending.get();
  stop();
  await client.close();
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused[0])}`);
  return { time, sent: wire.pushedAt - started, requests: wire.requests, waited: Object.fromEntries(wire.waited) };
}

async function queueVotes(userId: string, trackIds: readonly string[]): Promise<void> {
  const device = new DeviceDatabase(ownerName(userId), indexedDB, IDBKeyRange);
  const now = Date.now();
  await device.outbox.bulkAdd(
    trackIds.map((trackId) => {
      const payload = { track_id: trackId, weight: 3 };
      return newRecord({
        id: uuidV7(now),
        user_id: userId,
        device_id: 'bench',
        lane: voteCast.lane(payload),
        kind: 'vote.cast',
        v: 1,
        payload,
        deps: [],
        created_at: now,
        occurred_at: new Date(now).toISOString(),
      });
    }),
  );
  device.close();
}
