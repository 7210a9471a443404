import type { CallFailure, FileSent, Scope, UploadFile, UploadRecord, UploadStage } from '../../sync/client.ts';
import { pictureTexts } from '../platform/open-picture.ts';
import { cropSquare } from '../platform/square-picture.ts';
import { createMeasure } from './measure.ts';
import { measureOnce } from './measure-loudness.ts';
import { sendPart } from './send-part.ts';
import { watchSilence } from './silence.ts';
import { refusedStage, type Step, type StepTools, waitingStage } from './step.ts';
import { bucketOf, sharingCover, smallerFiles, totalBytes } from './upload-record.ts';
import { isBeingSent } from './upload-stage.ts';
import { uploadTexts } from './upload-texts.ts';

/** Progress is stored at most this often, for other tabs and reloads. */
const SAVE_INTERVAL_MS = 1000;

const refusedTitle = { audio: uploadTexts.fileInvalid.title, cover: uploadTexts.coverInvalid } as const;

export const sendStep: Step = async (stored, tools) => {
  const { scope, save } = tools;
  let record = withSharedCover(scope, stored);
  // Keep showing 'check' across retries.
  if (stored.stage.kind === 'sending' && stored.stage.waitsFor !== 'check') {
    record = { ...record, stage: { kind: 'sending', waitsFor: null } };
    await save(record);
  }
  const stopped = await checkUpload(scope, record);
  if (stopped) return { ...record, stage: stopped };
  const blobs = await scope.uploads.files(record.id);
  if (!blobs?.audio) return { ...record, stage: refusedStage(uploadTexts.fileInvalid) };
  // Measured while the file is sent; the next step waits for the result.
  const { audio } = blobs;
  if (record.audio) void measureOnce(record.audio.path, () => Promise.resolve(audio));
  for (const part of ['cover', 'audio'] as const) {
    const [file, blob] = [record[part], blobs[part]];
    if (!file || !blob || file.isUp) continue;
    const sent = await sendFile(record, { part, file, blob }, tools);
    record = sent.record;
    if (sent.stopped) return { ...record, stage: sent.stopped };
  }
  return { ...record, sentBytes: totalBytes(record), stage: { kind: 'creating' } };
};

/** The tracks of a release share one cover, which another upload may have sent. The server removes it with the last of these tracks. */
function withSharedCover(scope: Scope, record: UploadRecord): UploadRecord {
  const { cover } = record;
  const hasIt = (other: UploadRecord) =>
    other.cover?.isUp === true && (isBeingSent(other) || scope.track(other.trackId).get() !== null);
  const isUp = cover !== null && sharingCover(scope, record).some(hasIt);
  return isUp ? { ...record, cover: { ...cover, isUp } } : record;
}

/** Asks the server whether it would accept the upload. Null if it would, else the upload's next stage. */
async function checkUpload({ procedures }: Scope, record: UploadRecord): Promise<UploadStage | null> {
  // A started transfer has already passed these checks.
  if (record.audio?.tusUrl) return null;
  const { title, artistName, description } = record.form;
  procedures.logSecurityEvent('upload_attempt', 'info', { bytes: record.audio?.bytes ?? 0 });
  const slots = await procedures.checkUploadSlots();
  if (!slots.ok) return afterFailure(slots.failure, uploadTexts.slotsUnknown);
  if (!slots.value.allowed) return refusedStage({ title: uploadTexts.limitReached, text: slots.value.message });
  const words = await procedures.checkUploadWords({ title, artistName, description });
  if (!words.ok) return afterFailure(words.failure, uploadTexts.failed.text);
  if (!words.value.valid) return refusedStage(uploadTexts.rejected);
  for (const part of ['audio', 'cover'] as const) {
    const file = record[part];
    if (!file) continue;
    const answer = await procedures.validateFile({ name: file.name, type: file.type, size: file.bytes });
    if (!answer.ok) return afterFailure(answer.failure, uploadTexts.fileUnknown);
    if (!answer.value.valid)
      return refusedStage({ title: refusedTitle[part], text: answer.value.reason ?? uploadTexts.fileInvalid.text });
  }
  return null;
}

interface PartToSend {
  part: 'audio' | 'cover';
  file: UploadFile;
  blob: Blob;
}

async function sendFile(
  from: UploadRecord,
  { part, file, blob }: PartToSend,
  { scope, signal, save, report }: StepTools,
): Promise<{ record: UploadRecord; stopped: UploadStage | null }> {
  const measure = createMeasure(from.sentBytes);
  const before = part === 'audio' ? (from.cover?.bytes ?? 0) : 0;
  let record = from;
  let savedAt = 0;
  let current = file;
  const saveProgress = (changes: Partial<UploadFile>) => {
    current = { ...current, ...changes };
    record = { ...record, [part]: current, sentBytes: measure.sentBytes() };
    return save(record);
  };
  const silence = watchSilence({
    onChange: (isSilent) => report(measure.setSilent(isSilent)),
    checkServer: () => scope.syncNow(),
  });
  try {
    let stopped =
      part === 'cover' ? await sendSmaller(file.path, blob, scope, signal, () => silence.progressed(false)) : null;
    if (stopped) return { record, stopped };
    const sent = await scope.uploads.send(
      { ...file, blob, bucket: bucketOf[part] },
      {
        signal,
        sendPart,
        onAddress: (tusUrl) => saveProgress({ tusUrl }),
        onProgress(sentBytes) {
          silence.progressed(sentBytes >= file.bytes);
          report(measure.update(before + sentBytes));
          // The server's check follows and may take long, so the end is stored at once.
          if (sentBytes < file.bytes && performance.now() - savedAt < SAVE_INTERVAL_MS) return;
          savedAt = performance.now();
          // If this fails, other tabs show an older progress.
          saveProgress({}).catch(() => undefined);
        },
      },
    );
    stopped = afterSending(scope, sent, refusedTitle[part]);
    if (stopped) return { record, stopped };
  } finally {
    silence.end();
  }
  record = { ...record, stage: { kind: 'sending', waitsFor: null } };
  await saveProgress({ isUp: true });
  return { record, stopped: null };
}

/** Sends the cover's smaller sizes. A size that an interrupted attempt has sent counts as sent. @returns null, or why it stopped */
async function sendSmaller(
  largest: string,
  cover: Blob,
  scope: Scope,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<UploadStage | null> {
  for (const { address: path, side } of smallerFiles(largest)) {
    const blob = await cropSquare(cover, undefined, side);
    if (!blob) return refusedStage({ title: refusedTitle.cover, text: pictureTexts.notImage });
    const file = { bucket: 'covers', path, blob, tusUrl: null } as const;
    const sent = await scope.uploads.send(file, { signal, sendPart, onProgress, onAddress: () => Promise.resolve() });
    const stopped = afterSending(scope, sent, refusedTitle.cover);
    if (stopped) return stopped;
  }
  return null;
}

/** @param text shown instead of the server's message, which is not meant for people */
function afterFailure(failure: CallFailure, text: string): UploadStage {
  if (failure.kind !== 'refused') return waitingStage('network');
  if (failure.code === '401') return waitingStage('session');
  return refusedStage({ title: uploadTexts.failed.title, text });
}

function afterSending({ isLocked }: Pick<Scope, 'isLocked'>, sent: FileSent, title: string): UploadStage | null {
  if (sent.kind === 'refused') return refusedStage({ title, text: sent.message || uploadTexts.fileInvalid.text });
  if (sent.kind !== 'waits') return null;
  // If the session is not locked, only its renewal failed for now. No sign-in will follow that resumes the upload, so retry.
  return waitingStage(sent.for === 'session' && !isLocked.get() ? 'network' : sent.for);
}
