import type { KeptState } from '../api.ts';

/** How far the keeping of a group is. */
export interface KeptProgress {
  tracks: number;
  /** Asked for, and whole on this device. */
  kept: number;
  /** Asked for, and on the way or waiting for it. */
  pending: number;
  failed: number;
  /** On this device already, parts of files included. */
  bytes: number;
  totalBytes: number;
}

/** Adds up the states of the tracks of an artist, a queue or whatever else is kept together (S-34). */
export function keptProgress(
  states: ReadonlyMap<string, KeptState>,
  tracks: readonly { id: string; audio_bytes: number }[],
): KeptProgress {
  const sum: KeptProgress = { tracks: tracks.length, kept: 0, pending: 0, failed: 0, bytes: 0, totalBytes: 0 };
  for (const { id, audio_bytes } of tracks) {
    const state = states.get(id);
    if (state?.kind === 'kept') {
      if (state.asked) sum.kept += 1;
      sum.bytes += state.bytes;
      sum.totalBytes += state.bytes;
      continue;
    }
    if (state?.kind === 'failed') sum.failed += 1;
    else if (state?.kind === 'waiting' || state?.asked) sum.pending += 1;
    if (state?.kind === 'fetching') sum.bytes += state.receivedBytes;
    sum.totalBytes += (state?.kind === 'fetching' ? state.totalBytes : null) ?? audio_bytes;
  }
  return sum;
}
