import { useLive, useScope } from '../../engine/live.ts';

interface KeptTotal {
  tracks: number;
  bytes: number;
}

/** Number and bytes of the tracks kept on this device, including those that were only played (S-34). */
export function useKeptTotal(): KeptTotal {
  const states = useLive(useScope().kept.states);
  const total = { tracks: 0, bytes: 0 };
  for (const state of states.values())
    if (state.kind === 'kept') {
      total.tracks += 1;
      total.bytes += state.bytes;
    }
  return total;
}
