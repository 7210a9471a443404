import * as z from 'zod/mini';
import type { SyncClient } from '../../../sync/client.ts';
import type { Queue } from './queue.ts';

const KEY = 'player';

const savedPlayer = z.object({
  queue: z.object({
    tracks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        artistName: z.string(),
        userId: z.string(),
        audioSrc: z.string(),
        coverSrc: z.nullable(z.string()),
        durationMs: z.number(),
      }),
    ),
    index: z.number(),
  }),
  positionS: z.number(),
  volume: z.number(),
});

interface SavedPlayer {
  queue: Queue;
  positionS: number;
  volume: number;
}

/** The queue as this device last had it, or null; a shape of an older app is as good as none. */
export async function readSavedPlayer(sync: SyncClient): Promise<SavedPlayer | null> {
  const parsed = savedPlayer.safeParse(await sync.device.get(KEY).catch(() => null));
  return parsed.success ? parsed.data : null;
}

/** Keeps the queue on the device. A full disk costs the restore, never the music. */
export async function savePlayer(sync: SyncClient, player: SavedPlayer): Promise<void> {
  await sync.device.put(KEY, player).catch(() => undefined);
}
