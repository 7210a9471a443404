import { afterEach, describe, expect, it } from 'vitest';
import type { CallResult, Procedures, Scope, UploadDoor, UploadRecord } from '../../sync/client.ts';
import { drawFor, expectSaid } from '../testing/scope-test.tsx';
import { createLive } from '../../sync/model/live.ts';
import { driveUploads } from './upload-driver.ts';
import { emptyForm } from './upload-form.ts';
import { newFile } from './upload-record.ts';

const ok = <T,>(value: T): Promise<CallResult<T>> => Promise.resolve({ ok: true, value });
const failed = (code: string) => () =>
  Promise.resolve({ ok: false, failure: { kind: 'refused', code, message: 'null value in column' } } as const);
const sound = { name: 'night-bus.mp3', type: 'audio/mpeg', bytes: 1000, durationMs: 60_000 };
const picture = { name: 'cover.png', type: 'image/png', bytes: 1000, durationMs: null };

let leave: () => void = () => undefined;
afterEach(() => leave());

/** Submits an upload to a server that accepts everything except as overridden. */
async function sendOff(answers: Partial<Procedures>, sent: Partial<UploadDoor> = {}) {
  const record: UploadRecord = {
    id: 'u1',
    trackId: 't1',
    actionId: 'a1',
    form: { ...emptyForm, title: 'Night Bus', artistName: 'Ines', genre: 'House', rightsConfirmed: true },
    audio: newFile('me', sound),
    cover: newFile('me', picture),
    sentBytes: 0,
    startedAt: 0,
    stage: { kind: 'sending', waitsFor: null },
  };
  const records = createLive<readonly UploadRecord[] | null>([record]);
  const uploads: Partial<UploadDoor> = {
    records,
    async change(id, decide) {
      const stored = records.get()?.find((each) => each.id === id);
      if (!stored) return null;
      const decided = decide(stored);
      if (decided !== 'keep') records.set([decided]);
      return decided === 'keep' ? stored : decided;
    },
    files: () => Promise.resolve({ audio: new Blob(['sound']), cover: null }),
    alone: (_name, _options, work) => work(),
    send: () => Promise.resolve({ kind: 'up' }),
    deleteFiles: () => ok(null),
    ...sent,
  };
  const procedures: Partial<Procedures> = {
    checkUploadSlots: () => ok({ allowed: true, message: '', slots_available: 1 }),
    checkUploadWords: () => ok({ valid: true, reason: null }),
    validateFile: () => ok({ valid: true, reason: null }),
    logSecurityEvent: () => undefined,
    ...answers,
  };
  const scope: Partial<Scope> = {
    userId: 'me',
    isLocked: createLive(false),
    pending: createLive([]),
    uploads: uploads as UploadDoor,
    procedures: procedures as Procedures,
    onAcknowledged: () => () => undefined,
    enqueue: () => Promise.reject(new Error('an unexpected fault')),
    discard: () => Promise.resolve(),
    onClose(close) {
      leave = close;
      return () => undefined;
    },
  };
  await drawFor(scope, null);
  driveUploads(scope as Scope);
}

describe('a refused upload shows the reason', () => {
  const invalid = (name: string, reason: string | null) => (file: { name: string }) =>
    ok(file.name === name ? { valid: false, reason } : { valid: true, reason: null });
  const refusals: readonly [string, Partial<Procedures>, string, string][] = [
    [
      'no slot is left',
      { checkUploadSlots: () => ok({ allowed: false, message: 'You have 3 of 3 tracks.', slots_available: 0 }) },
      'Upload Limit Reached',
      'You have 3 of 3 tracks.',
    ],
    [
      'the slots cannot be checked',
      { checkUploadSlots: failed('500') },
      'Upload Failed',
      'Failed to check upload slots',
    ],
    [
      'words are restricted',
      { checkUploadWords: () => ok({ valid: false, reason: null }) },
      'Submission Rejected',
      'Your submission contains restricted words. Please edit and try again.',
    ],
    ['the words cannot be checked', { checkUploadWords: failed('500') }, 'Upload Failed', 'Something went wrong.'],
    [
      'the audio is refused',
      { validateFile: invalid(sound.name, null) },
      'File Validation Failed',
      'Invalid file. Please check file type and size.',
    ],
    [
      'the cover is refused',
      { validateFile: invalid(picture.name, 'Image must be under 5MB') },
      'Cover Image Validation Failed',
      'Image must be under 5MB',
    ],
    ['the files cannot be checked', { validateFile: failed('500') }, 'Upload Failed', 'Failed to validate file'],
    ['something unexpected happens', {}, 'Upload Failed', 'Something went wrong.'],
  ];
  it.each(refusals)('if %s', async (_, answers, title, text) => {
    await sendOff(answers);
    await expectSaid(title, text);
  });

  it('but retries by itself if the session can currently not be renewed', async () => {
    const sent: string[] = [];
    await sendOff(
      { checkUploadSlots: () => ok({ allowed: true, message: '', slots_available: 1 }) },
      {
        send: ({ bucket }) => {
          sent.push(bucket);
          return Promise.resolve(sent.length === 1 ? { kind: 'waits', for: 'session' } : { kind: 'up' });
        },
      },
    );
    // The scripted enqueue fails here, after the transfer has succeeded.
    await expectSaid('Upload Failed', 'Something went wrong.');
    expect(sent).toEqual(['tracks', 'tracks']);
    expect(document.body.textContent).not.toContain('Session Expired');
  });

  it('but waits if the session has expired', async () => {
    await sendOff({ checkUploadSlots: failed('401') });
    await expectSaid('Session Expired', 'Please log in again to upload tracks.');
  });
});
