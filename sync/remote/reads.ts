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

/** All readings of one person. */
export interface Reads {
  read<T>(read: RemoteRead<T>): RemoteReading<T>;
  /** Fetches watched answers again that are old or failed, because the page or the network is back. */
  lookAgain(): void;
  /** Marks the answers of these reads as outdated. */
  outdate(reads: readonly RemoteRead<unknown>[]): void;
  close(): void;
}

interface OpenReading<T> extends RemoteReading<T> {
  lookAgain(): void;
  outdate(): void;
  close(): void;
}

export function createReads(input: ReadsInput): Reads {
  /** The key of a read: name and parameters, because each caller creates the declaration of a read with parameters again. */
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
    lookAgain: () => readings.forEach((reading) => reading.lookAgain()),
    outdate: (reads) => reads.forEach((read) => readings.get(keyOf(read))?.outdate()),
    close: () => readings.forEach((reading) => reading.close()),
  };
}

function openReading<T>(read: RemoteRead<T>, key: string, input: ReadsInput): OpenReading<T> {
  const state = createLive<RemoteState<T>>({ kind: 'loading' });
  let kept: { at: number; value: T } | null = null;
  let failure: CallFailure | null = null;
  /** The number of the newest request; answers to older ones are dropped. */
  let question = 0;
  let isAsking = false;
  let askedAt: number | null = null;
  let isOutdated = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A time in the future was stored before the clock was set back. */
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
        // Not a network failure: the request could not be made. It is repeated when this answer is old.
        console.error(`sync: ${read.name} could not be asked for`, error);
        return { ok: false, failure: { kind: 'busy', message: '' } } as const;
      },
    );
    if (mine !== question || isClosed) return;
    isAsking = false;
    if (reply.ok) {
      kept = { at, value: reply.value };
      failure = null;
      // Without the cached answer the next visit starts empty.
      void keep(kept).catch(() => undefined);
    } else failure = reply.failure;
    show();
  };
  const keep = async (answer: { at: number; value: T }) => {
    const there = snapshot.safeParse(await input.snapshots.get(key));
    // Another tab may have stored a newer answer.
    if (there.success && there.data.at > answer.at && there.data.at <= input.now()) return;
    await input.snapshots.put(key, answer);
  };
  const recall = async () => {
    const stored = snapshot.safeParse(await input.snapshots.get(key));
    const value = stored.success ? read.answer.safeParse(stored.data.value) : null;
    // An answer stored by an older version of the app may have another form.
    if (!stored.success || !value?.success || kept || isClosed) return;
    kept = { at: stored.data.at, value: value.data };
    show();
  };
  // Without stores there is no cache.
  recall().catch(() => undefined);

  const check = () => {
    clearTimeout(timer);
    if (isClosed || !state.subscribed) return;
    if (!isAsking && isOld(askedAt) && input.isVisible()) void ask();
    else show();
    // Checks again when this answer or failure is old. A hidden page checks when it becomes visible.
    const leftMs = read.freshMs - (input.now() - (askedAt ?? input.now()));
    if (input.isVisible()) timer = setTimeout(check, Math.min(Math.max(leftMs, MIN_WAIT_MS), read.freshMs));
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
    lookAgain() {
      if (failure && !isAsking) askedAt = null;
      check();
    },
    outdate() {
      isOutdated = true;
      // The answer to a pending request may be from before the change.
      isAsking = false;
      question += 1;
      show();
      check();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
