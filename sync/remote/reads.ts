import * as z from 'zod/mini';
import type { CallFailure, CallResult } from '../answers.ts';
import type { RemoteRead } from '../model/remote-reads.ts';
import { createLive } from '../overlay/live.ts';
import type { RemoteReading, RemoteState } from '../remote-types.ts';
import { parseAnswer } from './calls.ts';

/** Looks are apart by this at least, whatever the clock does, in milliseconds. */
const LEAST_WAIT_MS = 1_000;

const snapshot = z.object({ at: z.number(), value: z.unknown() });

export interface ReadsInput {
  ask(read: RemoteRead<unknown>): Promise<CallResult<unknown>>;
  /** Last answers on the device of this person. Both wait for the stores, and reject without them. */
  snapshots: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
  now(): number;
  isVisible(): boolean;
}

/** Every reading of one person, by its read. */
export interface Reads {
  read<T>(read: RemoteRead<T>): RemoteReading<T>;
  /** Those that are looked at and old, or failed, are asked for again: the page is back, or the network. */
  lookAgain(): void;
  /** What is known of these is from before a change. */
  outdate(reads: readonly RemoteRead<unknown>[]): void;
  close(): void;
}

interface OpenReading<T> extends RemoteReading<T> {
  lookAgain(): void;
  outdate(): void;
  close(): void;
}

export function createReads(input: ReadsInput): Reads {
  /** Per declaration's name and what it asks with: a declaration with parameters is made anew by each who looks. */
  const readings = new Map<string, OpenReading<unknown>>();
  const keyOf = ({ name, from }: RemoteRead<unknown>) => `read:${name}:${JSON.stringify(from)}`;
  return {
    read<T>(read: RemoteRead<T>) {
      const key = keyOf(read);
      const reading = readings.get(key) ?? openReading<unknown>(read, key, input);
      readings.set(key, reading);
      // One key, one declaration, and with it one type of answer.
      return reading as RemoteReading<T>;
    },
    lookAgain: () => readings.forEach((reading) => reading.lookAgain()),
    outdate: (reads) => reads.forEach((read) => readings.get(keyOf(read))?.outdate()),
    close: () => readings.forEach((reading) => reading.close()),
  };
}

function openReading<T>(read: RemoteRead<T>, key: string, input: ReadsInput): OpenReading<T> {
  const state = createLive<RemoteState<T>>({ kind: 'loading' });
  let kept: { at: number; value: T } | null = null;
  let failure: CallFailure | null = null;
  /** The newest question; an answer to an older one is dropped. */
  let question = 0;
  let isAsking = false;
  let askedAt: number | null = null;
  let isOutdated = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A time in the future was noted before the clock was set back. */
  const isOld = (at: number | null) =>
    isOutdated || at === null || input.now() - at >= read.freshMs || at > input.now();
  const show = () => {
    if (kept) state.set({ kind: 'here', ...kept, isStale: isOld(kept.at), isAsking, failure });
    else state.set(failure ? { kind: 'failed', failure, isAsking } : { kind: 'loading' });
  };

  const ask = async () => {
    question += 1;
    const mine = question;
    const at = input.now();
    askedAt = at;
    isAsking = true;
    isOutdated = false;
    show();
    const reply = await input.ask(read).then(
      (answer) => parseAnswer(answer, read.answer),
      (error: unknown) => {
        // Not of the network: the question could not be put. It is put again when this is old.
        console.error(`sync: ${read.name} could not be asked for`, error);
        return { ok: false, failure: { kind: 'busy', message: '' } } as const;
      },
    );
    if (mine !== question || isClosed) return;
    isAsking = false;
    if (reply.ok) {
      kept = { at, value: reply.value };
      failure = null;
      // Without it the next visit begins with nothing.
      void keep(kept).catch(() => undefined);
    } else failure = reply.failure;
    show();
  };
  const keep = async (answer: { at: number; value: T }) => {
    const there = snapshot.safeParse(await input.snapshots.get(key));
    // Another tab may have asked later.
    if (there.success && there.data.at > answer.at && there.data.at <= input.now()) return;
    await input.snapshots.put(key, answer);
  };
  const recall = async () => {
    const stored = snapshot.safeParse(await input.snapshots.get(key));
    const value = stored.success ? read.answer.safeParse(stored.data.value) : null;
    // One of an older version of the app may not be what is read now.
    if (!stored.success || !value?.success || kept || isClosed) return;
    kept = { at: stored.data.at, value: value.data };
    show();
  };
  // Without stores there is nothing kept.
  recall().catch(() => undefined);

  const look = () => {
    clearTimeout(timer);
    if (isClosed || !state.subscribed) return;
    if (!isAsking && isOld(askedAt) && input.isVisible()) void ask();
    else show();
    // The next look: when this answer, or this failure, is old. A hidden page looks when it is seen again.
    const leftMs = read.freshMs - (input.now() - (askedAt ?? input.now()));
    if (input.isVisible()) timer = setTimeout(look, Math.min(Math.max(leftMs, LEAST_WAIT_MS), read.freshMs));
  };

  return {
    get: state.get,
    subscribe(onChange) {
      const isFirst = !state.subscribed;
      const unsubscribe = state.subscribe(onChange);
      if (isFirst) look();
      return () => {
        unsubscribe();
        if (!state.subscribed) clearTimeout(timer);
      };
    },
    retry() {
      if (!isAsking && !isClosed) void ask();
    },
    lookAgain() {
      if (failure && !isAsking) askedAt = null;
      look();
    },
    outdate() {
      isOutdated = true;
      // An answer on its way may be from before the change.
      isAsking = false;
      question += 1;
      show();
      look();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
