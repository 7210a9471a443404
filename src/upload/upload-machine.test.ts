import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { emptyForm } from './upload-form.ts';
import { uploadMachine, UploadRoomless, type UploadSteps, UploadUnchecked } from './upload-machine.ts';
import { newDraft } from './upload-record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[SY-28] retries for as long as the server has not judged a file, notes the wait, and then creates the track', async () => {
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

it('[SY-28] retries a full server with growing backoff, notes the wait, and resumes by itself', async () => {
  const tries: number[] = [];
  const waits: string[] = [];
  let isFull = true;
  const begun = Date.now();
  const done = () => Promise.resolve();
  const steps: UploadSteps = {
    check: done,
    transfer: () => {
      tries.push((Date.now() - begun) / 1000);
      return isFull ? Promise.reject(new UploadRoomless()) : Promise.resolve();
    },
    create: () => Promise.resolve(2),
    waitFor: (what) => Promise.resolve(void waits.push(what)),
    finish: done,
    takeBack: () => Promise.reject(new Error('it is not refused')),
    watch: () => () => undefined,
  };
  const record = { ...newDraft('one', emptyForm), stage: { kind: 'sending', waitsFor: null } } as const;
  const upload = createActor(uploadMachine, { input: { record, steps } });
  upload.start();
  const ended = waitFor(upload, (state) => state.matches('ended'), { timeout: 3_600_000 });
  await vi.advanceTimersByTimeAsync(1_300_000);
  expect(tries).toEqual([0, 10, 30, 70, 150, 310, 610, 910, 1210]);
  expect(new Set(waits)).toEqual(new Set(['room']));
  isFull = false;
  await vi.advanceTimersByTimeAsync(300_000);
  await ended;
  expect(tries.at(-1)).toBe(1510);
});
