import { liveQuery } from 'dexie';
import type { DeviceApi } from '../api.ts';
import type { SyncEnvironment } from '../environment.ts';
import type { AcknowledgedAction } from '../action-types.ts';
import { channelName, ownerName } from '../core/names.ts';
import type { Reply } from '../core/ports.ts';
import { mayHaveEffect, type OutboxRecord } from '../core/records.ts';
import { storageState, toStorageFailure } from '../core/storage-failure.ts';
import { actionOf } from '../model/actions.ts';
import { tableNames } from '../model/tables.ts';
import { DeviceDatabase } from '../outbox/database.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { openUploadStore, type UploadStore } from '../outbox/upload-store.ts';
import { createLive } from '../model/live.ts';
import type { SessionKeeper } from '../remote/session.ts';
import type { FirstScreen, Transport } from '../remote/transport.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import { createActionQueue, type ActionQueue } from './action-queue.ts';
import { openTabChannel } from './channel.ts';
import { openDevice } from './open-device.ts';
import { hostEngine, type EngineHost, type EngineHostInput } from './engine-host.ts';
import { hostKeptAudio, type KeptHost } from './kept-host.ts';
import { hostReplica, type ReplicaHost } from './replica-host.ts';
import type { Playlists } from './playlists.ts';
import { createSyncReport, type SyncReport } from './sync-report.ts';
import type { Views } from './views.ts';
import { createVisits, type Visits } from './visits.ts';
import { watchQueue } from './watch-queue.ts';

export interface WorkspaceInput {
  environment: SyncEnvironment;
  userId: string | null;
  keeper: SessionKeeper;
  transport: Transport;
  views: Views;
  /** The first screen's request, already sent because this device seems to be empty; null if it does not (SY-23). */
  firstScreen: Promise<Reply<FirstScreen>> | null;
  setText(key: string, value: string): boolean;
  onAcknowledged(action: AcknowledgedAction): void;
  /** This tab's action left the queue without an outcome: replaced, edited or discarded. */
  onDropped(id: string): void;
  /** A reading of the device's rows has failed; null once they can be read. */
  onReading(failure: { error: unknown } | null): void;
  playlists(): Promise<Pick<Playlists, 'trackIds'>>;
  listen: EngineHostInput['listen'];
}

export interface Workspace {
  actions: ActionQueue;
  kept: KeptHost;
  uploads: UploadStore;
  device: Pick<DeviceApi, 'get' | 'put'>;
  replica: Pick<ReplicaHost, 'loadTrack' | 'database' | 'reread'>;
  visits: Pick<Visits, 'more' | 'older' | 'tracks' | 'person'>;
  engine: Pick<EngineHost, 'pokeNow'>;
  report: Pick<SyncReport, 'postStatus'>;
  /** The data stays on the device. Safe to call twice. */
  close(): Promise<void>;
}

/** Pause between pages of a pull with data saving, unless actions wait for their acknowledgement (SY-23). */
const SAVING_PAUSE_MS = 1_500;

/** Opens a person's stores, and starts all that works on them. @throws StorageFailure if the person's database cannot be opened */
export async function openWorkspace(input: WorkspaceInput): Promise<Workspace> {
  const { environment, views, userId, transport } = input;
  const owner = ownerName(userId);
  const device = new DeviceDatabase(owner, environment.indexedDB, environment.IDBKeyRange);
  const outbox = openOutbox(device);
  const uploads = openUploadStore(device);
  const deviceId = await openDevice(device, environment, owner, views).catch((error: unknown) => {
    device.close();
    throw toStorageFailure(error);
  });

  const channel = openTabChannel(channelName(owner));
  const acknowledgements = createAcknowledgements({
    post: channel.post,
    announce: input.onAcknowledged,
    announceDropped: input.onDropped,
  });
  const replica = hostReplica({
    databases: { indexedDB: environment.indexedDB, IDBKeyRange: environment.IDBKeyRange },
    device,
    owner,
    userId,
    views,
    clock: environment.serverClock,
    afterFirstRender: () => environment.afterFirstRender(),
    firstScreen: input.firstScreen,
    requestFirstScreen: () => transport.firstScreen(),
    adopt: (answer) => outbox.adopt(answer),
    onReading: input.onReading,
    // If the disk refuses to forget rows, the next start tries again.
    onLoaded: (unheld) => {
      visits.forget(unheld).catch(() => undefined);
      visits.forgetMessages().catch(() => undefined);
    },
  });
  const visits = createVisits({
    userId,
    views,
    outbox,
    replica: replica.port,
    request: (request) => transport.visit(request),
    now: () => environment.now(),
    firstScreenSettled: replica.firstScreenSettled,
    pull: () => engine.pokeNow(),
    neededTracks: async () => {
      const kept = await device.kept.toCollection().primaryKeys();
      const queued = (await outbox.all()).map(({ payload }) => String(payload['track_id']));
      return new Set([...kept, ...queued]);
    },
  });
  const leads = createLive(false);
  const kept = hostKeptAudio({ environment, owner, device, replica, visits, views, leads, playlists: input.playlists });

  const report = createSyncReport({
    views,
    post: channel.post,
    leads,
    isKept: environment.isKept,
    now: () => environment.serverClock.now(),
    setText: input.setText,
    onAcknowledged: (records) => acknowledgements.stored(records),
    onOnline: () => kept.resume(),
  });
  let records: readonly OutboxRecord[] = [];
  const engine = hostEngine({
    environment,
    owner,
    userId,
    device,
    leads,
    ready: replica.firstScreenSettled,
    pokeOthers: (how) => channel.post({ type: 'poke', how }),
    renewSession: () => void input.keeper.accessToken(),
    listen: input.listen,
    ports: {
      transport,
      replica: replica.port,
      outbox,
      tables: tableNames,
      report,
      session: { renew: () => (userId === null ? Promise.resolve('unreachable') : input.keeper.renew()) },
      pauseBetweenPages: () => {
        const isUrgent = records.some(mayHaveEffect);
        const ms = environment.saveData() && !isUrgent ? SAVING_PAUSE_MS : 0;
        return new Promise((resolve) => setTimeout(resolve, ms));
      },
    },
  });
  const watched = watchQueue({
    outbox,
    now: () => environment.now(),
    onRecords(next, fresh) {
      records = next;
      views.setRecords(next);
      // `fresh` includes actions of other tabs.
      if (fresh.length > 0 && leads.get())
        engine.queued(Math.min(...fresh.map(({ kind, payload }) => actionOf(kind)?.mayWaitMs(payload) ?? 0)));
    },
    onFailed: (error) => views.patchStatus({ storage: storageState(error) }),
  });
  const { added: onAdded } = watched;
  const actions = createActionQueue({
    environment,
    userId,
    deviceId,
    outbox,
    engine,
    leads,
    acknowledgements,
    views,
    onAdded,
  });
  const uploadRecords = liveQuery(() => uploads.all()).subscribe({
    next: (all) => views.uploads.set(all),
    error: (error: unknown) => views.patchStatus({ storage: storageState(error) }),
  });

  channel.listen((message) => {
    acknowledgements.receive(message);
    if (message.type === 'poke') {
      const { how } = message;
      engine.requestedElsewhere(how === 'now' || how === 'asked' ? how : undefined);
    }
    if (message.type === 'hello') {
      // The person opened another page.
      engine.requestedElsewhere('asked');
      report.postStatus();
    }
    if (message.type === 'status' && !leads.get()) views.patchStatus(message.status);
  });
  channel.post({ type: 'hello' });

  const close = async () => {
    report.close();
    watched.stop();
    uploadRecords.unsubscribe();
    const keptClosed = kept.close();
    acknowledgements.close();
    await engine.stop();
    await keptClosed;
    await replica.close();
    channel.close();
    device.close();
  };
  let closing: Promise<void> | null = null;

  return {
    actions,
    kept,
    uploads,
    replica,
    visits,
    engine,
    report,
    device: {
      get: async (key) => (await device.device.get(key))?.value,
      put: async (key, value) => {
        await device.device.put({ key, value }).catch((error: unknown) => {
          throw toStorageFailure(error);
        });
      },
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
