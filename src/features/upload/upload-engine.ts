import { createActor, fromPromise } from 'xstate';
import type { SyncClient, UploadRecord } from '../../../sync/client.ts';
import { texts } from '../../lib/texts.ts';
import { toast } from '../../ui/toast.ts';
import { terminateTransfer, transferFile, type TransferFailure } from './transfer.ts';
import {
  failureOf,
  totalBytes,
  type UploadEvent,
  uploadMachine,
  UploadOffline,
  UploadRefused,
} from './upload-machine.ts';

const open = new WeakMap<SyncClient, ReturnType<typeof start>>();

/** The upload of this page, one per engine: it goes on while the person is elsewhere in the app. */
export function openUploads(sync: SyncClient) {
  const existing = open.get(sync);
  if (existing) return existing;
  const actor = start(sync);
  open.set(sync, actor);
  return actor;
}

function start(sync: SyncClient) {
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        keep: fromPromise(({ input }) => sync.uploads.save(input)),
        check: fromPromise(({ input }) => check(sync, input)),
        transfer: fromPromise(({ input, signal }) =>
          alone(input.record.id, signal, () => transfer(sync, input.record, input.report, signal)),
        ),
        create: fromPromise(({ input, signal }) => create(sync, input, signal)),
        discard: fromPromise(({ input }) => discard(sync, input)),
        forget: fromPromise(({ input }) => sync.uploads.remove(input.id)),
      },
    }),
  );
  actor.on('upload.refused', ({ refusal }) =>
    toast({ kind: 'error', title: refusal.title, text: refusal.text, duration: 10_000 }),
  );
  actor.on('upload.done', ({ slotsLeft }) => {
    toast({
      kind: 'success',
      title: texts.upload.success,
      ...(slotsLeft === null ? {} : { text: slotsWords(slotsLeft) }),
    });
    sync.procedures.logSecurityEvent('upload_success', 'info', {});
  });
  actor.start();
  void sync.uploads.current().then((record) => record && actor.send({ type: 'upload.found', record }));
  return actor;
}

export function slotsWords(slots: number): string {
  return `${slots} upload ${slots === 1 ? 'slot' : 'slots'} left`;
}

async function check(sync: SyncClient, record: UploadRecord): Promise<void> {
  // Files that are up have been checked already.
  if (record.audio.tusUrl) return;
  sync.procedures.logSecurityEvent('upload_attempt', 'info', { bytes: record.audio.blob.size });
  const slots = await sync.procedures.checkUploadSlots();
  if (!slots.ok) throw failureOf(slots.failure, texts.upload.failed.title);
  if (!slots.value.allowed) throw new UploadRefused({ title: texts.upload.limitReached, text: slots.value.message });
  const files = [
    { file: record.audio, title: texts.upload.fileInvalid.title },
    ...(record.cover ? [{ file: record.cover, title: texts.upload.coverInvalid }] : []),
  ];
  for (const { file, title } of files) {
    const answer = await sync.procedures.validateFile({ name: file.name, type: file.blob.type, size: file.blob.size });
    if (!answer.ok) throw failureOf(answer.failure, title);
    if (!answer.value.valid)
      throw new UploadRefused({ title, text: answer.value.reason ?? texts.upload.fileInvalid.text });
  }
}

/** One tab sends an upload at a time; another waits its turn and finds it done. */
async function alone<T>(id: string, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return run();
  return navigator.locks.request(`upload:${id}`, { signal }, run);
}

async function transfer(
  sync: SyncClient,
  given: UploadRecord,
  report: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  // Another tab may have come further since.
  let record = (await sync.uploads.current()) ?? given;
  const change = async (next: UploadRecord) => {
    record = next;
    report({ type: 'record.changed', record });
    await sync.uploads.save(record);
  };
  const total = totalBytes(record);
  let before = 0;
  const rate = createRate();
  const cover = record.cover;
  if (cover) {
    if (!cover.done) {
      const failure = await transferFile(
        { bucket: 'covers', ...cover },
        {
          uploads: sync.uploads,
          signal,
          onProgress: (sent) =>
            report({ type: 'progress.made', progress: { sentBytes: sent, totalBytes: total, rate: rate(sent) } }),
          onAddress: (tusUrl) => void change({ ...record, cover: { ...cover, tusUrl } }),
        },
      );
      if (failure) throw explain(failure, texts.upload.coverInvalid);
      await change({ ...record, cover: { ...cover, tusUrl: record.cover?.tusUrl ?? null, done: true } });
    }
    before = cover.blob.size;
  }
  if (record.audio.done) return;
  const failure = await transferFile(
    { bucket: 'tracks', ...record.audio },
    {
      uploads: sync.uploads,
      signal,
      onProgress: (sent) =>
        report({
          type: 'progress.made',
          progress: { sentBytes: before + sent, totalBytes: total, rate: rate(before + sent) },
        }),
      onAddress: (tusUrl) => void change({ ...record, audio: { ...record.audio, tusUrl } }),
    },
  );
  if (failure) throw explain(failure, texts.upload.fileInvalid.title);
  await change({ ...record, audio: { ...record.audio, done: true } });
}

function explain(failure: TransferFailure, refusedTitle: string): Error {
  if (failure.kind === 'network') return new UploadOffline();
  if (failure.kind === 'signed-out') return new UploadRefused(texts.upload.sessionExpired);
  return new UploadRefused({ title: refusedTitle, text: failure.message || texts.upload.fileInvalid.text });
}

/** Bytes a second over the last few seconds, so that the time left does not jump. */
function createRate(): (sentBytes: number) => number {
  let last: { at: number; sent: number } | null = null;
  let smoothed = 0;
  return (sentBytes) => {
    const at = performance.now();
    if (!last) last = { at, sent: sentBytes };
    else if (at - last.at >= 250) {
      const now = ((sentBytes - last.sent) / (at - last.at)) * 1000;
      smoothed = smoothed === 0 ? now : smoothed * 0.7 + now * 0.3;
      last = { at, sent: sentBytes };
    }
    return smoothed;
  };
}

/** Queues the track under an id that is kept first, so that a reload between the two makes no second track. */
async function create(sync: SyncClient, record: UploadRecord, signal: AbortSignal): Promise<number | null> {
  const actionId = record.actionId ?? crypto.randomUUID();
  const answered = new Promise<number | null>((resolve, reject) => {
    const stop = sync.onAcknowledged((action) => {
      if (action.id !== actionId) return;
      stop();
      if (action.status === 'applied')
        resolve(typeof action.result['slots_available'] === 'number' ? action.result['slots_available'] : null);
      else reject(new UploadRefused(refusalOf(textOf(action.result['code']), textOf(action.result['message']))));
    });
    signal.addEventListener('abort', stop, { once: true });
  });
  if (record.actionId && sync.track(record.trackId).get()) return null;
  if (!record.actionId) await sync.uploads.save({ ...record, actionId });
  const dead = sync.pending.get().find((action) => action.id === actionId && action.state === 'dead');
  if (dead?.error) throw new UploadRefused(refusalOf(dead.error.code, dead.error.message));
  if (!sync.pending.get().some((action) => action.id === actionId)) {
    await sync.enqueue(
      'track.create',
      {
        track_id: record.trackId,
        title: record.form.title,
        artist_name: record.form.artistName,
        genre: record.form.genre,
        audio_path: record.audio.path,
        cover_path: record.cover?.path ?? null,
        radio_opt_in: record.form.radioOptIn,
        rights_confirmed: record.form.rightsConfirmed,
      },
      { id: actionId },
    );
  }
  return answered;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function refusalOf(code: string, message: string): { title: string; text: string } {
  if (code === 'restricted_words') return texts.upload.rejected;
  if (code === 'no_slots') return { title: texts.upload.limitReached, text: message };
  if (code === 'file_kind')
    return { title: texts.upload.fileInvalid.title, text: message || texts.upload.fileInvalid.text };
  return { title: texts.upload.failed.title, text: message || texts.upload.failed.text };
}

/** Nothing of a cancelled or refused upload stays: transfers under way, files, the queued action, the record. */
async function discard(sync: SyncClient, record: UploadRecord): Promise<void> {
  const latest = (await sync.uploads.current()) ?? record;
  const parts = [
    { bucket: 'tracks' as const, file: latest.audio },
    ...(latest.cover ? [{ bucket: 'covers' as const, file: latest.cover }] : []),
  ];
  for (const { file } of parts) if (file.tusUrl && !file.done) await terminateTransfer(file.tusUrl, sync.uploads);
  const up = parts.filter(({ file }) => file.done).map(({ bucket, file }) => ({ bucket, path: file.path }));
  if (up.length > 0) await sync.uploads.deleteFiles(up);
  if (latest.actionId) await sync.discard(latest.actionId).catch(() => undefined);
  await sync.uploads.remove(latest.id);
}
