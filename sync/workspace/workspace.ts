import { liveQuery } from 'dexie';
import type { KeptDoor } from '../api.ts';
import type { SyncEnvironment } from '../environment.ts';
import type { AcknowledgedAction, PendingAction } from '../action-types.ts';
import type { SyncStatus, SyncWork } from '../view-types.ts';
import { channelName, keptCacheName, ownerName, SYNCED_AT_TEXT } from '../core/names.ts';
import type { EngineReport, Reply } from '../core/ports.ts';
import { isWaiting, mayHaveEffect, newRecord, type OutboxRecord } from '../core/records.ts';
import { storageState, toStorageFailure } from '../core/storage-failure.ts';
import { openKeptAudio } from '../kept/kept-audio.ts';
import { actionOf, actions, type ActionKind, type ActionPayload, type AnyAction } from '../model/actions.ts';
import { tableNames } from '../model/tables.ts';
import { DeviceDatabase } from '../outbox/database.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { openUploadStore, type UploadStore } from '../outbox/upload-store.ts';
import { uuidV7 } from '../outbox/uuid.ts';
import type { SessionKeeper } from '../remote/session.ts';
import type { FirstScreen, Transport } from '../remote/transport.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import { openTabChannel } from './channel.ts';
import { openDevice } from './open-device.ts';
import { hostEngine, type EngineHostInput } from './engine-host.ts';
import { hostReplica } from './replica-host.ts';
import { toPending, type Views } from './views.ts';
import { watchQueue } from './watch-queue.ts';

export interface WorkspaceInput {
  environment: SyncEnvironment;
  /** Null for a guest, who has a replica of their own. */
  userId: string | null;
  keeper: SessionKeeper;
  transport: Transport;
  views: Views;
  /** Under way already when this device seems to hold nothing (SY-23). */
  firstScreen: Promise<Reply<FirstScreen>> | null;
  askFirstScreen(): Promise<Reply<FirstScreen>>;
  /** Keeps a synchronous text of this person; false where it cannot. */
  setText(key: string, value: string): boolean;
  onAcknowledged(action: AcknowledgedAction): void;
  /** An action of this tab left the queue unsent: replaced, written anew or discarded. */
  onDropped(id: string): void;
  /** Null once the device's rows can be read, else why they cannot. */
  onReading(failure: { error: unknown } | null): void;
  listen: EngineHostInput['listen'];
}

/** Everything that is open for one owner on this device. */
export interface Workspace {
  enqueue<K extends ActionKind>(
    kind: K,
    payload: ActionPayload<K>,
    options: { occurredAt?: Date; id?: string },
  ): Promise<string>;
  readPending(): Promise<readonly PendingAction[]>;
  retry(id: string): Promise<void>;
  discard(id: string): Promise<void>;
  edit(id: string, changes: Record<string, unknown>): Promise<boolean>;
  kept: Omit<KeptDoor, 'states' | 'withdrawn'>;
  uploads: UploadStore;
  device: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
  loadTrack(id: string): Promise<void>;
  /** Tells the other pages of this person how sync stands, where this one leads. */
  tellStatus(): void;
  /** Reads again now what could not be read from the device. */
  reread(): void;
  syncNow(): void;
  /** Sends what waits, for at most `ms`; answers how many actions are left (SY-19). */
  drain(ms: number): Promise<number>;
  /** Stops and closes; what is on the device stays. Safe to call twice. */
  close(): Promise<void>;
}

/** How long the pages of the first fill are apart when the person saves data, in milliseconds (SY-23). */
const SAVING_PAUSE_MS = 1_500;

/** @throws StorageFailure when the browser has no storage for us */
export async function openWorkspace(input: WorkspaceInput): Promise<Workspace> {
  const { environment, views, userId, transport } = input;
  const owner = ownerName(userId);
  const device = new DeviceDatabase(owner, environment.indexedDB, environment.IDBKeyRange);
  const outbox = openOutbox(device);
  const deviceId = await openDevice(device, environment, owner, views).catch((error: unknown) => {
    device.close();
    throw toStorageFailure(error);
  });

  const channel = openTabChannel(channelName(owner), (message) => {
    acknowledgements.receive(message);
    if (message.type === 'poke' || message.type === 'hello') engine.askedElsewhere();
    if (message.type === 'hello') tellStatus();
    if (message.type === 'status' && !engine.leads) views.patchStatus(message.status);
  });
  const acknowledgements = createAcknowledgements({
    post: (message) => channel.post(message),
    tell: input.onAcknowledged,
    tellDropped: input.onDropped,
  });

  const replica = hostReplica({
    databases: { indexedDB: environment.indexedDB, IDBKeyRange: environment.IDBKeyRange },
    device,
    owner,
    userId,
    views,
    clock: environment.serverClock,
    firstScreen: input.firstScreen,
    askFirstScreen: () => input.askFirstScreen(),
    onReading: input.onReading,
  });

  let closing: Promise<void> | null = null;
  let records: readonly OutboxRecord[] = [];
  /** Followers show what the leader knows. */
  const tellStatus = () => {
    if (!engine.leads) return;
    const { work, network, isSilent, hasSynced, lastSyncedAt } = views.status.get();
    channel.post({ type: 'status', status: { work, network, isSilent, hasSynced, lastSyncedAt } });
  };
  /** A turn that outlives its workspace must not speak of it: the views belong to another person by then. */
  const patchStatus = (part: Partial<SyncStatus>) => {
    if (closing) return;
    views.patchStatus(part);
    tellStatus();
  };
  /** An app that is too old stays so, however often its engine asks again. */
  const patchWork = (work: SyncWork) => {
    if (views.status.get().work.kind !== 'outdated') patchStatus({ work });
  };
  const report: EngineReport = {
    busy: (since) => patchWork(since === null ? { kind: 'resting' } : { kind: 'working', since }),
    network: (network) => {
      if (network === 'online' && views.status.get().network !== 'online') kept.resume();
      patchStatus({ network });
    },
    pulled: () => {
      const lastSyncedAt = environment.serverClock.now();
      patchStatus({ hasSynced: true, lastSyncedAt });
      input.setText(SYNCED_AT_TEXT, String(lastSyncedAt));
    },
    storage: (storage) => {
      if (!environment.isKept) return;
      // What was evicted stays worth telling although storage works again.
      if (storage !== 'ok' || views.status.get().storage !== 'evicted') patchStatus({ storage });
    },
    updateRequired: () => patchWork({ kind: 'outdated' }),
    acknowledged: (acknowledged) => {
      if (!closing) acknowledgements.stored(acknowledged);
    },
  };
  const engine = hostEngine({
    environment,
    owner,
    device,
    ready: input.firstScreen ?? Promise.resolve(),
    pokeOthers: () => channel.post({ type: 'poke' }),
    renewSession: () => void input.keeper.accessToken(),
    listen: input.listen,
    ports: {
      transport,
      replica: replica.port,
      outbox,
      tables: tableNames,
      report,
      session: { renew: () => (userId === null ? Promise.resolve('unreachable') : input.keeper.renew()) },
      breathe: () => {
        const isUrgent = records.some(mayHaveEffect);
        const ms = environment.saveData() && !isUrgent ? SAVING_PAUSE_MS : 0;
        return new Promise((resolve) => setTimeout(resolve, ms));
      },
    },
  });

  channel.post({ type: 'hello' });

  const stopQueue = watchQueue({
    outbox,
    now: () => environment.now(),
    onRecords(next, fresh) {
      records = next;
      views.setRecords(next);
      // The leader hears of what other tabs queue here too.
      if (fresh.length > 0 && engine.leads)
        engine.queued(Math.min(...fresh.map(({ kind, payload }) => actionOf(kind)?.mayWaitMs(payload) ?? 0)));
    },
    onFailed: (error) => views.patchStatus({ storage: storageState(error) }),
  });

  const kept = openKeptAudio(views.kept, {
    fetch: environment.fetch,
    caches: environment.caches,
    cacheName: keptCacheName(owner),
    storage: environment.storage,
    locks: environment.locks,
    now: () => environment.serverClock.now(),
    random: () => environment.random(),
    saveData: () => environment.saveData(),
    track: async (id) => {
      if (!views.catalogue.get(id)) await replica.loadTrack(id);
      return views.catalogue.get(id);
    },
    index: {
      all: () => device.kept.toArray(),
      get: (id) => device.kept.get(id),
      put: async (changed) => void (await device.kept.bulkPut(changed)),
      delete: (id) => device.kept.delete(id),
    },
  });
  const keptIndex = liveQuery(() => device.kept.toArray()).subscribe({
    next: (index) => kept.setIndex(index),
    error: (error: unknown) => views.patchStatus({ storage: storageState(error) }),
  });
  const dropGone = async () => {
    const gone = views.keptGone.get();
    const states = views.kept.get();
    const saved = gone.filter((id) => {
      const state = states.get(id);
      return state?.kind === 'kept' && state.asked;
    });
    if (gone.length === 0) return;
    await kept.removeAll(gone);
    if (!closing) views.keptWithdrawn.set(views.keptWithdrawn.get() + saved.length);
  };
  // Looked at again at the next change when the disk refuses.
  const stopDropping = views.keptGone.subscribe(() => void dropGone().catch(() => undefined));
  const uploads = openUploadStore(device);
  const uploadRecords = liveQuery(() => uploads.all()).subscribe({
    next: (all) => views.uploads.set(all),
    error: (error: unknown) => views.patchStatus({ storage: storageState(error) }),
  });
  const stopResuming = environment.onNetworkChange(() => environment.isOnline() && kept.resume());

  const workspace: Workspace = {
    tellStatus,
    async enqueue(kind, payload, options) {
      if (userId === null) throw new Error('only a signed-in person can do this');
      const action: AnyAction = actions[kind];
      const parsed = action.payload.parse(payload);
      const now = environment.serverClock.now();
      const id = options.id ?? uuidV7(now);
      acknowledgements.expect(id);
      const wait = action.waitsFor(parsed);
      const before = wait === null ? [] : await outbox.inLanes([wait.lane]);
      const replaced = await outbox.add(
        newRecord({
          id,
          user_id: userId,
          device_id: deviceId,
          lane: action.lane(parsed),
          kind,
          v: action.upcasters.length + 1,
          payload: parsed,
          deps: before.flatMap((one) => (isWaiting(one) && wait?.kinds.includes(one.kind) ? [one.id] : [])),
          created_at: now,
          occurred_at: (options.occurredAt ?? new Date(now)).toISOString(),
        }),
        action.replaces,
      );
      acknowledgements.dropped(replaced);
      environment.requestBackgroundSync();
      // The tab that leads may be one that nobody looks at.
      if (action.mayWaitMs(parsed) > 0 && !engine.leads && environment.visibility.isVisible()) engine.pokeNow();
      return id;
    },
    readPending: async () => (await outbox.all()).flatMap(toPending),
    async retry(id) {
      const freshId = uuidV7(environment.now());
      acknowledgements.expect(id);
      acknowledgements.expect(freshId);
      await outbox.retry(id, freshId);
      engine.pokeNow();
    },
    async discard(id) {
      await outbox.remove(id);
      acknowledgements.dropped([id]);
    },
    async edit(id, changes) {
      const record = (await outbox.all()).find((one) => one.id === id);
      const action = record && actionOf(record.kind);
      if (!action) return false;
      const payload = action.payload.parse({ ...record.payload, ...changes });
      const freshId = uuidV7(environment.now());
      acknowledgements.expect(freshId);
      const isDone = await outbox.rewrite(id, freshId, payload);
      if (isDone) {
        acknowledgements.dropped([id]);
        engine.pokeNow();
      }
      return isDone;
    },
    kept,
    uploads,
    device: {
      get: async (key) => (await device.device.get(key))?.value,
      put: async (key, value) => {
        await device.device.put({ key, value }).catch((error: unknown) => {
          throw toStorageFailure(error);
        });
      },
    },
    loadTrack: (id) => replica.loadTrack(id),
    reread: () => replica.reread(),
    syncNow: () => engine.pokeNow(),
    async drain(ms) {
      const count = async () => (await outbox.all()).filter(isWaiting).length;
      const until = environment.now() + ms;
      // What is known of the network may be old.
      if (views.status.get().network === 'offline') views.patchStatus({ network: 'unknown' });
      if ((await count()) > 0) engine.pokeNow();
      while ((await count()) > 0 && environment.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (views.status.get().network === 'offline') break;
      }
      return count();
    },
    close() {
      closing ??= (async () => {
        stopQueue();
        keptIndex.unsubscribe();
        uploadRecords.unsubscribe();
        stopResuming();
        stopDropping();
        const shelved = kept.close();
        acknowledgements.close();
        await engine.stop();
        await shelved;
        await replica.close();
        channel.close();
        device.close();
      })();
      return closing;
    },
  };
  return workspace;
}
