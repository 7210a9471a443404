import * as z from 'zod/mini';
import type { CallFailure, CallResult } from '../answers.ts';
import type { RemoteRead } from '../model/remote-reads.ts';
import { createLive } from '../model/live.ts';
import type { RemoteReading, RemoteState } from '../remote-types.ts';
import { parseAnswer } from './calls.ts';

/** Shortest time between two checks whether a watched answer is old. */
const MIN_WAIT_MS = 1_000;

const snapshot = z.object({ at: z.number(), value: z.unknown() });

export interface ReadsInput {
  ask(read: RemoteRead<unknown>): Promise<CallResult<unknown>>;
  /** This person's cached answers. Both methods wait for the stores, and reject without them. */
  snapshots: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
  now(): number;
  isVisible(): boolean;
}

export interface Reads {
  read<T>(read: RemoteRead<T>): RemoteReading<T>;
  /** The page or the network is back: refetches watched answers that are old or failed. */
  refetchOld(): void;
  /** Marks these answers as outdated, and refetches the watched ones. */
  invalidate(reads: readonly RemoteRead<unknown>[]): void;
  close(): void;
}

interface OpenReading<T> extends RemoteReading<T> {
  refetchOld(): void;
  invalidate(): void;
  close(): void;
}

export function createReads(input: ReadsInput): Reads {
  /** By name and parameters, because each caller of a read with parameters creates a new declaration. */
  const readings = new Map<string, OpenReading<unknown>>();
  const keyOf = ({ name, from }: RemoteRead<unknown>) => `read:${name}:${JSON.stringify(from)}`;
  return {
    read<T>(read: RemoteRead<T>) {
      const key = keyOf(read);
      const reading = readings.get(key) ?? openReading<unknown>(read, key, input);
      readings.set(key, reading);
      // The key belongs to one declaration, and so to one type of answer.
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
  /** Number of the latest request. Answers to older ones are dropped. */
  let requestNumber = 0;
  let isAsking = false;
  let askedAt: number | null = null;
  let isInvalidated = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether an answer of this time is old. A time in the future was stored before the clock was set back. */
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
        // The request could not be made. The read asks again as after any failure.
        console.error(`sync: ${read.name} could not be requested`, error);
        return { ok: false, failure: { kind: 'busy', message: '' } } as const;
      },
    );
    if (number !== requestNumber || isClosed) return;
    isAsking = false;
    if (reply.ok) {
      cached = { at, value: reply.value };
      failure = null;
      // If the answer cannot be stored, the next visit starts without it.
      if (!read.isConfidential) void storeSnapshot(cached).catch(() => undefined);
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
    // An older version of the app may have stored another form.
    if (!stored.success || !value?.success || cached || isClosed) return;
    cached = { at: stored.data.at, value: value.data };
    show();
  };
  // If the stores cannot be opened, there is no cached answer.
  if (!read.isConfidential) restoreSnapshot().catch(() => undefined);

  const check = () => {
    clearTimeout(timer);
    if (isClosed || !state.subscribed) return;
    if (!isAsking && isOld(askedAt) && input.isVisible()) void ask();
    else show();
    // A hidden page checks when it becomes visible.
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
      // A pending request may be answered with data from before the act, so its answer is dropped.
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
