import * as z from 'zod/mini';
import type { CallFailure, CallResult } from '../answers.ts';
import type { RemoteRead } from '../model/remote-reads.ts';
import { createLive } from '../model/live.ts';
import type { RemoteReading, RemoteState } from '../remote-types.ts';
import { parseAnswer } from './calls.ts';

/** The shortest interval between two checks for old answers, in milliseconds, whatever the clock does. */
const MIN_WAIT_MS = 1_000;

const snapshot = z.object({ at: z.number(), value: z.unknown() });

export interface ReadsInput {
  ask(read: RemoteRead<unknown>): Promise<CallResult<unknown>>;
  /** The cached answers of this person. Both methods wait for the stores, and reject without them. */
  snapshots: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
  now(): number;
  isVisible(): boolean;
}

/** All reads of one person. */
export interface Reads {
  read<T>(read: RemoteRead<T>): RemoteReading<T>;
  /** Fetches again the watched answers that are old or failed, because the page or the network is back. */
  refetchOld(): void;
  /** Marks the answers of these reads as outdated, and requests the watched ones again. */
  invalidate(reads: readonly RemoteRead<unknown>[]): void;
  close(): void;
}

interface OpenReading<T> extends RemoteReading<T> {
  refetchOld(): void;
  invalidate(): void;
  close(): void;
}

export function createReads(input: ReadsInput): Reads {
  /**
   * The readings by key: the name and parameters of a read. The declaration itself is no key, because each caller of a read
   * with parameters creates a new one.
   */
  const readings = new Map<string, OpenReading<unknown>>();
  const keyOf = ({ name, from }: RemoteRead<unknown>) => `read:${name}:${JSON.stringify(from)}`;
  return {
    read<T>(read: RemoteRead<T>) {
      const key = keyOf(read);
      const reading = readings.get(key) ?? openReading<unknown>(read, key, input);
      readings.set(key, reading);
      // The key stands for one declaration, and so for one type of answer.
      return reading as RemoteReading<T>;
    },
    refetchOld: () => readings.forEach((reading) => reading.refetchOld()),
    invalidate: (reads) => reads.forEach((read) => readings.get(keyOf(read))?.invalidate()),
    close: () => readings.forEach((reading) => reading.close()),
  };
}

function openReading<T>(read: RemoteRead<T>, key: string, input: ReadsInput): OpenReading<T> {
  const state = createLive<RemoteState<T>>({ kind: 'loading' });
  let cached: { at: number; value: T } | null = null;
  let failure: CallFailure | null = null;
  /** The number of the newest request; answers to older ones are dropped. */
  let requestNumber = 0;
  let isAsking = false;
  let askedAt: number | null = null;
  let isInvalidated = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A time in the future was stored before the clock was set back. */
  const isOld = (at: number | null) =>
    isInvalidated || at === null || input.now() - at >= read.freshMs || at > input.now();
  const show = () => {
    if (cached) state.set({ kind: 'here', ...cached, isStale: isOld(cached.at), isAsking, failure });
    else state.set(failure ? { kind: 'failed', failure, isAsking } : { kind: 'loading' });
  };

  const ask = async () => {
    requestNumber += 1;
    const number = requestNumber;
    const at = input.now();
    askedAt = at;
    isAsking = true;
    isInvalidated = false;
    show();
    const reply = await input.ask(read).then(
      (answer) => parseAnswer(answer, read.answer),
      (error: unknown) => {
        // Not a network failure: the request could not be made. It is repeated when the answer is old.
        console.error(`sync: ${read.name} could not be requested`, error);
        return { ok: false, failure: { kind: 'busy', message: '' } } as const;
      },
    );
    if (number !== requestNumber || isClosed) return;
    isAsking = false;
    if (reply.ok) {
      cached = { at, value: reply.value };
      failure = null;
      // If the answer cannot be cached, the next visit starts without it.
      void storeSnapshot(cached).catch(() => undefined);
    } else failure = reply.failure;
    show();
  };
  const storeSnapshot = async (answer: { at: number; value: T }) => {
    const stored = snapshot.safeParse(await input.snapshots.get(key));
    // Another tab may have stored a newer answer.
    if (stored.success && stored.data.at > answer.at && stored.data.at <= input.now()) return;
    await input.snapshots.put(key, answer);
  };
  const restoreSnapshot = async () => {
    const stored = snapshot.safeParse(await input.snapshots.get(key));
    const value = stored.success ? read.answer.safeParse(stored.data.value) : null;
    // An answer stored by an older version of the app may have another form.
    if (!stored.success || !value?.success || cached || isClosed) return;
    cached = { at: stored.data.at, value: value.data };
    show();
  };
  // Without stores there is no cache.
  restoreSnapshot().catch(() => undefined);

  const check = () => {
    clearTimeout(timer);
    if (isClosed || !state.subscribed) return;
    if (!isAsking && isOld(askedAt) && input.isVisible()) void ask();
    else show();
    // Checks again when this answer or failure is old. A hidden page checks when it becomes visible.
    const remainingMs = read.freshMs - (input.now() - (askedAt ?? input.now()));
    if (input.isVisible()) timer = setTimeout(check, Math.min(Math.max(remainingMs, MIN_WAIT_MS), read.freshMs));
  };

  return {
    get: state.get,
    subscribe(onChange) {
      const isFirst = !state.subscribed;
      const unsubscribe = state.subscribe(onChange);
      if (isFirst) check();
      return () => {
        unsubscribe();
        if (!state.subscribed) clearTimeout(timer);
      };
    },
    retry() {
      if (!isAsking && !isClosed) void ask();
    },
    refetchOld() {
      if (failure && !isAsking) askedAt = null;
      check();
    },
    invalidate() {
      isInvalidated = true;
      // The answer to a pending request may be from before the change.
      isAsking = false;
      requestNumber += 1;
      show();
      check();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
