import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import type { Volume } from '../output/volume.ts';
import { POSITION_KEY, TRACKS_KEY } from '../../platform/saved-texts.ts';
import type { DeviceTexts } from './player-deps.ts';
import { QUEUE_LIMIT, type Queue, REPEATS } from './queue.ts';
import { parseJson } from '../../../sync/model/parse-json.ts';

const savedTracks = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    artistName: z.string(),
    userId: z.string(),
    audioSrc: z.string(),
    coverSrc: z.nullable(z.string()),
    durationMs: z.number(),
    audioBytes: z.number(),
    loudness: z.optional(z.object({ lufs: z.number(), truePeakDbtp: z.number() })),
    releaseId: z.optional(z.string()),
    isShuffled: z.optional(z.literal(true)),
    from: z.optional(z.object({ list: z.string(), entry: z.string(), at: z.number() })),
    isPicked: z.optional(z.literal(true)),
  }),
);
const savedPosition = z.object({
  index: z.number(),
  positionS: z.number(),
  volume: z.number(),
  isMuted: otherwise(z.boolean(), false),
  places: otherwise(z.nullable(z.array(z.number())), null),
  repeat: otherwise(z.enum(REPEATS), 'all'),
});

export interface SavedPlayer {
  queue: Queue;
  /** Seconds into the current track. */
  positionS: number;
  volume: Volume;
}

/** Null if nothing is saved, or if the saved data has another format. */
export function readSavedPlayer(device: DeviceTexts): SavedPlayer | null {
  const tracks = savedTracks.safeParse(parseJson(device.text(TRACKS_KEY)));
  const position = savedPosition.safeParse(parseJson(device.text(POSITION_KEY)));
  if (!tracks.success || !position.success) return null;
  const { index, positionS, places, repeat, volume, isMuted } = position.data;
  const limited = tracks.data.slice(0, QUEUE_LIMIT);
  const isInside = index >= 0 && index < limited.length;
  return {
    queue: {
      tracks: limited,
      index: isInside ? index : 0,
      unshuffled: places?.length === limited.length ? places : null,
      repeat,
    },
    positionS: isInside ? positionS : 0,
    volume: { value: volume, isMuted },
  };
}

/**
 * Saves the player on this device; `position` omits the long track list. Synchronous, because a page may close right after the first
 * press (S-22).
 */
export function savePlayer(
  device: DeviceTexts,
  { queue, positionS, volume }: SavedPlayer,
  part: 'all' | 'position',
): void {
  if (part === 'all') device.setText(TRACKS_KEY, JSON.stringify(queue.tracks));
  device.setText(
    POSITION_KEY,
    JSON.stringify({
      index: queue.index,
      positionS,
      places: queue.unshuffled,
      repeat: queue.repeat,
      volume: volume.value,
      isMuted: volume.isMuted,
    }),
  );
}
