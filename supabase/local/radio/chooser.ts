import type { Clock } from './clock.ts';
import { createRotation, type RadioTrack, type Rotation } from './rotation.ts';
import type { Failed } from './render-jobs.ts';
import type { RenderThread } from './render-thread.ts';

/** Opted-in tracks play when no sponsored track can (S-19). */
const kinds = ['sponsored', 'opted'] as const;
export type QueueKind = (typeof kinds)[number];

/** How long a track is skipped after the decoder's thread failed on it. Not for ever, because its file may not be the cause. */
const THREAD_FAULT_MS = 10 * 60_000;

export interface TrackFile {
  readonly path: string;
  /** Differs when the file has changed. */
  readonly stamp: string;
}

export interface Choice {
  readonly track: RadioTrack;
  readonly path: string;
  readonly durationMs: number;
  readonly isCut: boolean;
}

export interface ChooserPorts extends Pick<Clock, 'now'> {
  readQueue(kind: QueueKind): Promise<readonly RadioTrack[]>;
  /** Null while the database is away and the file's path is unknown; the file then counts as neither good nor bad. */
  locate(track: RadioTrack): Promise<TrackFile | null>;
  readonly renderThread: Pick<RenderThread, 'inspect'>;
  readonly log: (line: string) => void;
}

export interface Chooser {
  next(): Promise<Choice | null>;
  /** Takes back a choice that was not on air. The track is the next choice, if it is still in the queue. */
  putBack(track: RadioTrack): void;
  /** The first track of the queue that is not known to be bad, without inspecting its file. */
  peek(): Promise<RadioTrack | null>;
  /** Skips a track: until its file changes if the file is bad, for ten minutes if the decoder's thread failed. */
  leaveOut(track: RadioTrack, failure: Pick<Failed, 'reason' | 'blame'>): Promise<void>;
}

/** @param isClosed whether the render thread is closed: it then refuses every file, which says nothing about the files */
export function createChooser(
  { readQueue, locate, renderThread, now, log }: ChooserPorts,
  isClosed: () => boolean,
): Chooser {
  const rotations: Record<QueueKind, Rotation> = { sponsored: createRotation(), opted: createRotation() };
  const lastQueues: Record<QueueKind, readonly RadioTrack[]> = { sponsored: [], opted: [] };
  /** By track id. The track is skipped until `until`, or until its file's stamp differs from `stamp`. */
  const bad = new Map<string, { readonly stamp: string; readonly until: number }>();
  let isDatabaseAway = false;

  const ordered = async (kind: QueueKind): Promise<readonly RadioTrack[]> => {
    try {
      lastQueues[kind] = await readQueue(kind);
      isDatabaseAway = false;
    } catch (error) {
      if (!isDatabaseAway) log(`The radio goes on with the queue it knows: ${String(error)}`);
      isDatabaseAway = true;
    }
    return rotations[kind].order(lastQueues[kind]);
  };
  const isBad = (track: RadioTrack, stamp: string): boolean => {
    const failure = bad.get(track.id);
    return failure !== undefined && failure.stamp === stamp && now() < failure.until;
  };
  const markBad = (track: RadioTrack, stamp: string, { reason, blame }: Pick<Failed, 'reason' | 'blame'>): void => {
    if (isBad(track, stamp)) return;
    bad.set(track.id, { stamp, until: blame === 'file' ? Infinity : now() + THREAD_FAULT_MS });
    log(`The radio leaves out ${JSON.stringify(track.title)} (${track.id}) because ${reason}.`);
  };
  return {
    async next() {
      for (const kind of kinds) {
        for (const track of await ordered(kind)) {
          const file = await locate(track);
          if (file === null || isBad(track, file.stamp)) continue;
          const { path, stamp } = file;
          bad.delete(track.id);
          const found = await renderThread.inspect(path);
          if (isClosed()) return null;
          if (found.kind === 'inspected') {
            rotations[kind].aired(track);
            const isCut = found.durationMs > track.longestMs;
            return { track, path, durationMs: isCut ? track.longestMs : found.durationMs, isCut };
          }
          markBad(track, stamp, found);
        }
      }
      return null;
    },
    putBack(track) {
      rotations[track.sponsoredAt === null ? 'opted' : 'sponsored'].notAired(track);
    },
    async peek() {
      for (const kind of kinds) {
        for (const track of await ordered(kind)) {
          if (!bad.has(track.id)) return track;
          const file = await locate(track);
          if (file !== null && !isBad(track, file.stamp)) return track;
        }
      }
      return null;
    },
    async leaveOut(track, failure) {
      const file = await locate(track);
      if (file) markBad(track, file.stamp, failure);
    },
  };
}
