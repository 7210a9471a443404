import type { KeptState } from '../api.ts';

export interface KeptProgress {
  tracks: number;
  kept: number;
  /** Number of requested tracks that are being fetched or wait. */
  pending: number;
  failed: number;
  /** Bytes on the device, including parts of unfinished files. */
  bytes: number;
  totalBytes: number;
}

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
