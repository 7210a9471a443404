import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { UploadStage } from '../../sync/client.ts';
import { emptyForm } from './upload-form.ts';
import { uploadMachine } from './upload-machine.ts';
import { newDraft } from './upload-record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sending: UploadStage = { kind: 'sending', waitsFor: null };

function run(stageAt: (step: number) => UploadStage) {
  const tries: number[] = [];
  const begun = Date.now();
  const runStage = () => {
    tries.push((Date.now() - begun) / 1000);
    return Promise.resolve({ ...newDraft('one', emptyForm), stage: stageAt(tries.length) });
  };
  const upload = createActor(uploadMachine, { input: { stage: sending, runStage, watch: () => () => undefined } });
  upload.start();
  return { tries, ended: waitFor(upload, (state) => state.matches('ended'), { timeout: 3_600_000 }) };
}

it('[SY-28] an upload retries until the server has checked its file, and then follows its stages to the end', async () => {
  const after: UploadStage[] = [{ kind: 'creating' }, { kind: 'done', slotsLeft: 2 }];
  const { tries, ended } = run((step) => after[step - 51] ?? { kind: 'sending', waitsFor: 'check' });
  await vi.advanceTimersByTimeAsync(49 * 4000);
  expect(tries).toEqual(Array.from({ length: 50 }, (_, step) => step * 4));
  await vi.advanceTimersByTimeAsync(4000);
  await ended;
  expect(tries.slice(50)).toEqual([200, 200]);
});

it('[SY-28] an upload retries a full server with growing backoff, and resumes by itself', async () => {
  let isFull = true;
  const { tries, ended } = run(() => (isFull ? { kind: 'sending', waitsFor: 'room' } : { kind: 'done', slotsLeft: 2 }));
  await vi.advanceTimersByTimeAsync(1_300_000);
  expect(tries).toEqual([0, 10, 30, 70, 150, 310, 610, 910, 1210]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(300_000);
  await ended;
  expect(tries.at(-1)).toBe(1510);
});
