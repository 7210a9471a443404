import type { AcknowledgedAction, CallResult, PendingAction, Procedures, Scope, TrackView } from '../../sync/client.ts';
import type { Transfer, UploadApi, UploadRecord } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';
import { emptyForm } from '../upload/upload-form.ts';
import { newDraft, newFile } from '../upload/upload-record.ts';
import { restingStatus, trackOf } from './scope-test.tsx';

export const ok = <T>(value: T): Promise<CallResult<T>> => Promise.resolve({ ok: true, value });

export function uploadOf(id: string, change: Partial<UploadRecord> = {}): UploadRecord {
  const sound = { name: `${id}.mp3`, type: 'audio/mpeg', bytes: 1000, durationMs: 60_000 };
  return {
    ...newDraft(id, { ...emptyForm, title: id, artistName: 'Ines', genre: 'House', rightsConfirmed: true }),
    audio: newFile('me', sound),
    stage: { kind: 'sending', waitsFor: null },
    ...change,
  };
}

interface ServerOptions {
  procedures?: Partial<Procedures>;
  send?: UploadApi['send'];
}

/** A device with uploads. Its server accepts every file, and refuses a different request with the same id (SY-9). */
export function uploadDevice(stored: readonly UploadRecord[], options: ServerOptions = {}) {
  const records = createLive<readonly UploadRecord[] | null>(stored);
  const pending = createLive<readonly PendingAction[]>([]);
  const isFilled = createLive(true);
  const rows = createLive<readonly TrackView[]>([]);
  const log = new Map<string, string>();
  const requests = new Map<string, string>();
  const locks = new Map<string, Promise<unknown>>();
  const sent: string[] = [];
  const queued: string[] = [];
  let listeners = new Set<(action: AcknowledgedAction) => void>();

  const change: UploadApi['change'] = (id, decide) => {
    const before = records.get()?.find((record) => record.id === id) ?? null;
    const next = before && decide(before);
    if (!next || next === 'keep') return Promise.resolve(before);
    records.set((records.get() ?? []).map((record) => (record.id === id ? next : record)));
    return Promise.resolve(next);
  };
  const shownTrack = (id: string): TrackView | null => {
    const isQueued = pending.get().some(({ payload }) => payload['track_id'] === id);
    return rows.get().find((row) => row.id === id) ?? (isQueued ? trackOf(id, { rev: 0 }) : null);
  };
  const receiveRow = (trackId: string) => rows.set([...rows.get(), trackOf(trackId)]);
  const setState = (id: string, state: PendingAction['state']) =>
    pending.set(pending.get().map((action) => (action.id === id ? { ...action, state } : action)));

  const uploads: Partial<UploadApi> = {
    records,
    transfers: createLive<ReadonlyMap<string, Transfer>>(new Map()),
    change,
    files: () => Promise.resolve({ audio: new Blob(['sound']), cover: null }),
    putFiles: () => Promise.resolve(),
    deleteFiles: () => ok(null),
    send: (file, sending) => {
      sent.push(file.path);
      return options.send?.(file, sending) ?? Promise.resolve({ kind: 'up' });
    },
    withLock(name, _options, work) {
      const result = (locks.get(name) ?? Promise.resolve()).then(work);
      locks.set(
        name,
        result.catch(() => undefined),
      );
      return result;
    },
  };
  const procedures: Partial<Procedures> = {
    checkUploadSlots: () => ok({ allowed: true, message: '', slots_available: 3 }),
    checkUploadWords: () => ok({ valid: true, reason: null }),
    validateFile: () => ok({ valid: true, reason: null }),
    logSecurityEvent: () => undefined,
    ...options.procedures,
  };
  const scope: Partial<Scope> = {
    userId: 'me',
    pending,
    isFilled,
    isLocked: createLive(false),
    status: createLive(restingStatus('online')),
    uploads: uploads as UploadApi,
    procedures: procedures as Procedures,
    onClose: () => () => undefined,
    syncNow: () => undefined,
    onAcknowledged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readPending: () => Promise.resolve(pending.get()),
    track: (id) => ({ get: () => shownTrack(id), subscribe: rows.subscribe }),
    tracksById: (ids) => Promise.resolve(ids.flatMap((id) => shownTrack(id) ?? [])),
    enqueue(kind, payload, { id = '', occurredAt } = {}) {
      queued.push(id);
      requests.set(id, JSON.stringify([payload, occurredAt]));
      const action: PendingAction = { id, kind, payload, createdAt: 0, state: { kind: 'queued' }, isEditable: true };
      if (!pending.get().some((queuedAction) => queuedAction.id === id)) pending.set([...pending.get(), action]);
      return Promise.resolve(id);
    },
    discard(id) {
      const rest = pending.get().filter((action) => action.id !== id);
      const isRemoved = rest.length < pending.get().length;
      pending.set(rest);
      return Promise.resolve(isRemoved);
    },
  };

  return {
    scope: scope as Scope,
    records,
    pending,
    isFilled,
    sent,
    queued,
    setState,
    receiveRow,
    stageOf: (id: string) => records.get()?.find((record) => record.id === id)?.stage,
    /** @param delivery whether this tab receives the acknowledgement and the row */
    apply(id: string, delivery = { isAcknowledged: true, hasRow: true }) {
      const action = pending.get().find((record) => record.id === id);
      const request = requests.get(id) ?? '';
      if (!action || (log.get(id) ?? request) !== request) {
        return setState(id, {
          kind: 'dead',
          error: { code: 'id_reuse', message: 'This id belongs to another action.' },
        });
      }
      log.set(id, request);
      if (delivery.hasRow) receiveRow(String(action.payload['track_id']));
      pending.set(pending.get().filter((other) => other !== action));
      const { kind, payload } = action;
      const result = { slots_available: 2 };
      const acknowledged = {
        id,
        kind,
        payload,
        status: 'applied',
        result,
        occurredAt: '2027-01-01T00:00:00Z',
      } as const;
      if (delivery.isAcknowledged) for (const listener of [...listeners]) listener(acknowledged);
    },
    crash() {
      listeners = new Set();
      locks.clear();
    },
  };
}
