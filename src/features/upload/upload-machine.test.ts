import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { emptyForm } from './upload-form.ts';
import { uploadMachine, type UploadSteps, UploadUnchecked } from './upload-machine.ts';
import { newDraft } from './upload-record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[SY-28] asks again for a file that the server has not judged, however long, says so, and makes the track then', async () => {
  const did: string[] = [];
  let unjudged = 50;
  const step = (name: string) => () => {
    did.push(name);
    return Promise.resolve();
  };
  const steps: UploadSteps = {
    check: step('check'),
    transfer: () => (unjudged-- > 0 ? Promise.reject(new UploadUnchecked()) : step('transfer')()),
    create: () => step('create')().then(() => 2),
    waitFor: (what) => step(`wait for ${what}`)(),
    finish: step('finish'),
    takeBack: step('take back'),
    watch: () => () => undefined,
  };
  const record = { ...newDraft('one', emptyForm), stage: { kind: 'sending', waitsFor: null } } as const;
  const upload = createActor(uploadMachine, { input: { record, steps } });
  upload.start();
  const ended = waitFor(upload, (state) => state.matches('ended'));
  await vi.advanceTimersByTimeAsync(49 * 4000);
  expect(did.slice(-2)).toEqual(['check', 'wait for check']);
  expect(did).not.toContain('create');
  await vi.advanceTimersByTimeAsync(4000);
  await ended;
  expect(did.slice(-4)).toEqual(['check', 'transfer', 'create', 'finish']);
});
