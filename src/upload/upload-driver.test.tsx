import { expect, it } from 'vitest';
import type { PendingAction, Scope, UploadRecord } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';
import { driveUploads } from './upload-driver.ts';
import { emptyForm } from './upload-form.ts';
import { newDraft, newFile } from './upload-record.ts';

const sound = { name: 'a.mp3', type: 'audio/mpeg', bytes: 1000, durationMs: 60_000 };
const uploadOf = (id: string): UploadRecord => ({
  ...newDraft(id, { ...emptyForm, title: id }),
  audio: { ...newFile('me', sound) },
  stage: { kind: 'sending', waitsFor: null },
});

/** A scope with two uploads, a server that accepts all bytes, and track creation controlled by the test. */
function openDevice() {
  const records = createLive<readonly UploadRecord[] | null>(['one', 'two'].map(uploadOf));
  const pending = createLive<readonly PendingAction[]>([]);
  const sent: string[] = [];
  const turns = new Map<string, Promise<unknown>>();
  const change = (id: string, to: (stored: UploadRecord) => UploadRecord | 'keep') => {
    const stored = records.get()?.find((one) => one.id === id) ?? null;
    const next = stored && to(stored);
    if (!next || next === 'keep') return Promise.resolve(stored);
    records.set((records.get() ?? []).map((one) => (one.id === id ? next : one)));
    return Promise.resolve(next);
  };
  const queued = (kind: PendingAction['state']['kind'], id: string, trackId: string): PendingAction => ({
    id,
    kind: 'track.create',
    payload: { track_id: trackId },
    createdAt: 0,
    state:
      kind === 'retrying'
        ? { kind, failures: { all: 0, alone: 0 }, next_at: 1, why: { code: 'too_fast', message: 'Too fast.' } }
        : { kind: 'queued' },
    isEditable: true,
  });
  const scope = {
    userId: 'me',
    pending,
    isLocked: createLive(false),
    onClose: () => () => undefined,
    onAcknowledged: () => () => undefined,
    syncNow: () => undefined,
    readPending: () => Promise.resolve(pending.get()),
    tracksById: () => Promise.resolve([]),
    enqueue: (_kind: string, payload: { track_id: string }, { id }: { id: string }) => {
      pending.set([...pending.get(), queued('queued', id, payload.track_id)]);
      return Promise.resolve(id);
    },
    procedures: {
      checkUploadSlots: () => Promise.resolve({ ok: true, value: { allowed: true, message: '', slots_available: 3 } }),
      checkUploadWords: () => Promise.resolve({ ok: true, value: { valid: true, reason: null } }),
      validateFile: () => Promise.resolve({ ok: true, value: { valid: true, reason: null } }),
      logSecurityEvent: () => undefined,
    },
    uploads: {
      records,
      change,
      files: () => Promise.resolve({ audio: new Blob(['sound']), cover: null }),
      send: ({ path }: { path: string }) => {
        sent.push(path);
        return Promise.resolve({ kind: 'up' });
      },
      alone: (name: string, _options: unknown, work: () => Promise<unknown>) => {
        const mine = (turns.get(name) ?? Promise.resolve()).then(work);
        turns.set(
          name,
          mine.catch(() => undefined),
        );
        return mine;
      },
    },
  } as unknown as Scope;
  const stageOf = (id: string) => records.get()?.find((one) => one.id === id)?.stage.kind;
  /** Makes the server rate-limit track creation. */
  const pace = () =>
    pending.set(pending.get().map(({ id, payload }) => queued('retrying', id, String(payload['track_id']))));
  return { scope, sent, stageOf, pace };
}

it('an upload whose track waits for the server’s rate limit yields its turn to the next upload', async () => {
  const { scope, sent, stageOf, pace } = openDevice();
  driveUploads(scope);
  await expect.poll(() => [stageOf('one'), sent.length]).toEqual(['creating', 1]);
  // Uploads run one at a time while the server may answer at any moment.
  expect(stageOf('two')).toBe('sending');
  pace();
  await expect.poll(() => [stageOf('one'), stageOf('two'), sent.length]).toEqual(['creating', 'creating', 2]);
});
