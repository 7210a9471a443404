import { afterEach, describe, expect, it } from 'vitest';
import type { Procedures, UploadApi } from '../../sync/client.ts';
import { renderFor, expectAnnounced } from '../testing/scope-test.tsx';
import { ok, uploadDevice, uploadOf } from '../testing/upload-device.ts';
import { driveUploads } from './upload-driver.ts';
import { newFile } from './upload-record.ts';

const failed = (code: string) => () =>
  Promise.resolve({ ok: false, failure: { kind: 'refused', code, message: 'null value in column' } } as const);
const sound = { name: 'night-bus.mp3', type: 'audio/mpeg', bytes: 1000, durationMs: 60_000 };
const picture = { name: 'cover.png', type: 'image/png', bytes: 1000, durationMs: null };

let stop = () => {};
afterEach(() => stop());

async function sendOff(answers: Partial<Procedures>, send?: UploadApi['send']) {
  const audio = newFile('me', sound);
  const record = uploadOf('one', { audio, cover: newFile('me', picture) });
  const { scope } = uploadDevice([record], { procedures: answers, ...(send ? { send } : {}) });
  scope.enqueue = () => Promise.reject(new Error('an unexpected fault'));
  await renderFor(scope, null);
  stop = driveUploads(scope);
}

describe('an upload', () => {
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
  it.each(refusals)('is refused with a reason if %s', async (_, answers, title, text) => {
    await sendOff(answers);
    await expectAnnounced(title, text);
  });

  it('retries by itself if the session currently cannot be renewed', async () => {
    const sent: string[] = [];
    await sendOff({}, ({ bucket }) => {
      sent.push(bucket);
      return Promise.resolve(sent.length === 1 ? { kind: 'waits', for: 'session' } : { kind: 'up' });
    });
    // The scripted enqueue fails after the transfer has succeeded.
    await expectAnnounced('Upload Failed', 'Something went wrong.');
    expect(sent).toEqual(['tracks', 'tracks']);
    expect(document.body.textContent).not.toContain('Session Expired');
  });

  it('asks the person to sign in if the session has expired', async () => {
    await sendOff({ checkUploadSlots: failed('401') });
    await expectAnnounced('Session Expired', 'Please log in again to upload tracks.');
  });
});
