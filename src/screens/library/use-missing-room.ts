import { useCallback, useEffect, useState } from 'react';
import { type KeptState, keptProgress } from '../../../sync/client.ts';
import { useEngine, useScope } from '../../engine/live.ts';
import { useRead } from '../../platform/use-read.ts';
import { useTracks } from './use-tracks.ts';

/** Shortest time between two estimates: while tracks are fetched, their states change many times per second. */
const REREAD_MS = 2_000;

interface Wanted {
  states: ReadonlyMap<string, KeptState>;
  tracks: readonly { id: string }[];
  /** Bytes of `tracks` that are still to be fetched. */
  missingBytes: number;
}

/**
 * Bytes that this device lacks for these tracks and for those that other lists still have to fetch; 0 if all fit, or without an estimate
 * (SY-22). Browsers may estimate more than the disk has, so a list without missing room may still end as `full`.
 */
export function useMissingRoom({ states, tracks, missingBytes }: Wanted): number {
  const { storage } = useEngine();
  const read = useCallback(() => storage.read(), [storage]);
  const report = useRead(read, useRereadKey());
  const otherBytes = useBytesOfOthers(states, tracks);
  if (report.kind !== 'loaded') return 0;
  const { usedBytes, quotaBytes } = report.value;
  if (usedBytes === null || quotaBytes === null) return 0;
  const room = Math.max(0, quotaBytes - usedBytes) + replaceableBytes(states, tracks);
  return Math.max(0, missingBytes + otherBytes - room);
}

/** Bytes still to be fetched of requested tracks that are not among these. */
function useBytesOfOthers(states: Wanted['states'], tracks: Wanted['tracks']): number {
  const own = new Set(tracks.map(({ id }) => id));
  const others = useTracks([...states].flatMap(([id, state]) => (isToFetch(state) && !own.has(id) ? [id] : [])));
  if (others.kind !== 'loaded') return 0;
  const { bytes, totalBytes } = keptProgress(states, others.value);
  return totalBytes - bytes;
}

/** A track that failed for lack of storage is fetched once there is enough. */
function isToFetch(state: KeptState): boolean {
  return state.kind === 'failed' ? state.reason === 'full' : state.kind !== 'kept';
}

/** Number that grows when the states have changed, at most every `REREAD_MS`. */
function useRereadKey(): number {
  const { kept } = useScope();
  const [key, setKey] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      setKey((count) => count + 1);
    };
    const stop = kept.states.subscribe(() => {
      timer ??= setTimeout(read, REREAD_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [kept]);
  return key;
}

/** Bytes of tracks that are stored only because they were played: requested tracks replace them. */
function replaceableBytes(states: Wanted['states'], tracks: Wanted['tracks']): number {
  const wanted = new Set(tracks.map(({ id }) => id));
  let sum = 0;
  for (const [id, state] of states) if (state.kind === 'kept' && !state.asked && !wanted.has(id)) sum += state.bytes;
  return sum;
}
