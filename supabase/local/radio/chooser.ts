import type { Clock } from './clock.ts';
import { createRotation, type RadioTrack, type Rotation } from './rotation.ts';
import type { Failed } from './studio-jobs.ts';
import type { Studio } from './studio.ts';

/** Sponsored tracks are the radio's queue; opted ones play when no sponsored one can (S-19). */
const kinds = ['sponsored', 'opted'] as const;
export type QueueKind = (typeof kinds)[number];

/** How long a track is left out over which the decoder's thread broke. */
const THREAD_FAULT_MS = 10 * 60_000;

/** The bytes of a track as they are now. */
export interface TrackFile {
  readonly path: string;
  /** Another one when the bytes changed. */
  readonly stamp: string;
}

/** A track whose file was found to be good. */
export interface Choice {
  readonly track: RadioTrack;
  readonly path: string;
  /** For how long it is on air: its length, or as long as an airing may be. */
  readonly durationMs: number;
  /** The airing ends before the track does. */
  readonly isCut: boolean;
}

export interface ChooserPorts extends Pick<Clock, 'now'> {
  /** The public tracks of a kind, in the order in which they joined. */
  readQueue(kind: QueueKind): Promise<readonly RadioTrack[]>;
  /** Null while that cannot be known: the file is neither good nor bad. */
  locate(track: RadioTrack): Promise<TrackFile | null>;
  readonly studio: Pick<Studio, 'inspect'>;
  readonly log: (line: string) => void;
}

export interface Chooser {
  /** Takes the next track's turn; null when there is none that can be played. */
  next(): Promise<Choice | null>;
  /** Which one would come next, without taking its turn. */
  peek(): Promise<RadioTrack | null>;
  /** Leaves out a file that turned out to be bad, until it changes. */
  leaveOut(track: RadioTrack, failure: Pick<Failed, 'reason' | 'blame'>): Promise<void>;
}

/** @param isClosed the studio refuses every file from then on, which says nothing about the files */
export function createChooser({ readQueue, locate, studio, now, log }: ChooserPorts, isClosed: () => boolean): Chooser {
  const rotations: Record<QueueKind, Rotation> = { sponsored: createRotation(), opted: createRotation() };
  const known: Record<QueueKind, readonly RadioTrack[]> = { sponsored: [], opted: [] };
  /** By track: the stamp of its bad file, and until when it counts. */
  const bad = new Map<string, { readonly stamp: string; readonly until: number }>();
  let isDatabaseAway = false;

  const ordered = async (kind: QueueKind): Promise<readonly RadioTrack[]> => {
    try {
      known[kind] = await readQueue(kind);
      isDatabaseAway = false;
    } catch (error) {
      if (!isDatabaseAway) log(`The radio goes on with the queue it knows: ${String(error)}`);
      isDatabaseAway = true;
    }
    return rotations[kind].order(known[kind]);
  };
  const isBad = (track: RadioTrack, stamp: string): boolean => {
    const known = bad.get(track.id);
    return known !== undefined && known.stamp === stamp && now() < known.until;
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
          const found = await studio.inspect(path);
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
    async peek() {
      for (const kind of kinds) {
        const [first] = (await ordered(kind)).filter((track) => !bad.has(track.id));
        if (first) return first;
      }
      return null;
    },
    async leaveOut(track, failure) {
      const file = await locate(track);
      if (file) markBad(track, file.stamp, failure);
    },
  };
}
