import { expect, it } from 'vitest';
import type { KeptState } from '../api.ts';
import { keptProgress } from './progress.ts';

const progressOf = (states: Record<string, KeptState>, ...ids: string[]) =>
  keptProgress(
    new Map(Object.entries(states)),
    ids.map((id) => ({ id, audio_bytes: 100 })),
  );
const none = { tracks: 1, kept: 0, pending: 0, failed: 0, bytes: 0, totalBytes: 100 };

it('[S-34] a track that was never requested has the size that its row tells', () => {
  expect(progressOf({}, 't')).toEqual(none);
});

it('[S-34] a stored track has the size of its file, and counts as kept only if it was requested', () => {
  const kept = { kind: 'kept', bytes: 90, usedAt: 1 } as const;
  expect(progressOf({ t: { ...kept, asked: true } }, 't')).toEqual({ ...none, kept: 1, bytes: 90, totalBytes: 90 });
  expect(progressOf({ t: { ...kept, asked: false } }, 't')).toEqual({ ...none, bytes: 90, totalBytes: 90 });
});

it('[S-34] a track that waits or is fetched is pending, with the bytes received so far', () => {
  const fetching = { kind: 'fetching', receivedBytes: 30, totalBytes: 95, asked: true } as const;
  expect(progressOf({ t: { kind: 'waiting', reason: 'turn' } }, 't')).toEqual({ ...none, pending: 1 });
  expect(progressOf({ t: fetching }, 't')).toEqual({ ...none, pending: 1, bytes: 30, totalBytes: 95 });
  expect(progressOf({ t: { ...fetching, totalBytes: null } }, 't')).toEqual({ ...none, pending: 1, bytes: 30 });
  expect(progressOf({ t: { ...fetching, asked: false } }, 't')).toEqual({ ...none, bytes: 30, totalBytes: 95 });
});

it('[S-34] a track that failed is not pending', () => {
  expect(progressOf({ t: { kind: 'failed', reason: 'full' } }, 't')).toEqual({ ...none, failed: 1 });
});

it('[S-34] the progress of a group is the sum over its tracks, and leaves out all others', () => {
  const kept = { kind: 'kept', bytes: 90, asked: true, usedAt: 1 } as const;
  const failed = { kind: 'failed', reason: 'missing' } as const;
  const waiting = { kind: 'waiting', reason: 'network' } as const;
  const states = { a: kept, b: kept, c: failed, d: failed, e: waiting, f: waiting, elsewhere: kept };
  expect(progressOf(states, 'a', 'b', 'c', 'd', 'e', 'f', 'g')).toEqual({
    tracks: 7,
    kept: 2,
    pending: 2,
    failed: 2,
    bytes: 180,
    totalBytes: 680,
  });
});
