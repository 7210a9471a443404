import { measuredOf, playGain } from '../../functions/_shared/media/play-gain.ts';
import { type Airing, Airings } from './airings.ts';
import { BURST_BYTES, createAudience, type Audience, type Listener } from './audience.ts';
import { createChooser, type ChooserPorts } from './chooser.ts';
import type { Clock } from './clock.ts';
import type { RadioTrack } from './rotation.ts';
import { BITRATE, FRAME_MS, splitFrames, type Frames } from './stream-format.ts';
import type { RenderThread } from './render-thread.ts';

/** Duration of the recent stream that a new listener gets. */
const BURST_MS = BURST_BYTES / (BITRATE / 8);
/** Time between two batches of frames for the listeners. */
const TICK_MS = 250;
/** The encoder works this far ahead of the live edge. */
const AHEAD_MS = 2_000;
/** Frames of a render job: about one second. */
const PIECE_FRAMES = 38;
/** Pause before the next search for a track while off air. */
const OFF_AIR_MS = 2_000;
/** Many requests within this time read the queue once. */
const PEEK_MS = 1_000;
/** A timer this late means that the machine was suspended. */
const SUSPENDED_MS = 60_000;

export interface StationPorts extends ChooserPorts, Clock {
  /** Whether an operator had stopped the station before this start. */
  readonly isStopped: boolean;
  readonly renderThread: RenderThread;
  setTimer(run: () => Promise<void>, ms: number): () => void;
}

export interface StationState {
  readonly isOnline: boolean;
  readonly current: Airing | null;
  readonly elapsedMs: number;
  readonly next: { readonly track: RadioTrack; readonly airing: Airing | null } | null;
  readonly history: readonly Airing[];
  readonly listeners: number;
  readonly uniqueListeners: number;
}

export interface Station {
  /** Resolves after the first search for a track. */
  readonly ready: Promise<void>;
  isOnAir(): boolean;
  listenerCount(): number;
  /** Sends the recent stream first. Ends the listener at once while off air. */
  listen(listener: Listener): void;
  leave(listener: Listener): void;
  state(): Promise<StationState>;
  /** Null while off air. */
  airing(): Airing | null;
  /** Ends an airing, and plays the next track. Does nothing if the airing is over, or if its end is rendered for listeners already. */
  skip(airing: Airing): void;
  /** True ends the present airing, and keeps the station off air until `setStopped(false)`, after which the next track in turn plays. */
  setStopped(isStopped: boolean): void;
  close(): Promise<void>;
}

interface Stream {
  readonly number: number;
  /** Monotonic time at which the first frame was due at the live edge. */
  epoch: number;
  airing: Airing;
  fromMs: number;
  /** Frames rendered for this stream. */
  produced: number;
  /** Frames rendered for the current airing. */
  ofAiring: number;
  /** Frames sent to the listeners. */
  released: number;
  pending: Frames[];
}

/**
 * One timeline serves all listeners. Without listeners, nothing is rendered. The first listener starts the stream 16 s
 * before the live edge, or where the present time on air began. No failure of a file, the decoder or the database ends
 * the station.
 */
export function createStation(ports: StationPorts): Station {
  const { now, renderThread, log } = ports;
  const airings = new Airings(ports);
  const audience: Audience = createAudience();
  let isOnAir = false;
  /** When the present time on air began. New listeners get nothing from before it, such as a stopped track. */
  let onAirSince = -Infinity;
  let isClosed = false;
  let { isStopped } = ports;
  const chooser = createChooser(ports, () => isClosed);
  let streams = 0;
  let stream: Stream | null = null;
  let cancelTimer = () => {};
  let running: Promise<void> | null = null;
  let isRunRequested = false;
  let expectedAt: number | null = null;
  let toSkip: Airing | null = null;
  let cachedPeek: { readonly at: number; readonly track: Promise<RadioTrack | null> } | null = null;

  const endStream = (): void => {
    stream = null;
    audience.clearRecent();
  };
  const goOffAir = (): void => {
    isOnAir = false;
    endStream();
    audience.endAll();
  };
  const append = async (startedAt: number): Promise<Airing | null> => {
    const choice = isStopped ? null : await chooser.next();
    cachedPeek = null;
    if (isClosed) return null;
    isOnAir = choice !== null;
    if (choice) return airings.add(choice, startedAt);
    goOffAir();
    return null;
  };
  const stopRequested = (): void => {
    if (!isStopped || !isOnAir) return;
    const dropped = airings.endAll();
    if (dropped) chooser.putBack(dropped.track);
    goOffAir();
  };
  const extendTimeline = async (): Promise<number | null> => {
    for (;;) {
      const end = airings.endsAt();
      if (isOnAir && end !== null && end > now()) return end;
      const recent = now() - BURST_MS;
      const start = end === null ? recent : isOnAir ? end : Math.max(end, recent);
      if (!isOnAir) onAirSince = start;
      if (!(await append(start))) return null;
    }
  };
  const openStream = (airing: Airing, epoch: number): Stream => {
    streams += 1;
    const progress = { produced: 0, ofAiring: 0, released: 0, pending: [] };
    return { number: streams, epoch, airing, fromMs: epoch - airing.startedAt, ...progress };
  };
  const beginStream = (): Stream | null => {
    const from = Math.max(onAirSince, now() - BURST_MS);
    const airing = airings.at(from);
    if (!airing) return null;
    return openStream(airing, Math.max(from, airing.startedAt));
  };
  const release = (current: Stream): void => {
    let due = Math.floor((now() - current.epoch) / FRAME_MS) - current.released;
    for (let first = current.pending[0]; first && due > 0; first = current.pending[0]) {
      const { head, rest } = splitFrames(first, due);
      if (rest.count > 0) current.pending[0] = rest;
      else current.pending.shift();
      due -= head.count;
      current.released += head.count;
      audience.send(head.bytes);
    }
  };
  const produce = async (current: Stream): Promise<void> => {
    const { airing } = current;
    const { number, path, untilMs } = airing;
    const gain = playGain(measuredOf(airing.track.lufs, airing.track.truePeakDbtp));
    const order = { stream: current.number, airing: number, path, fromMs: current.fromMs, untilMs, gain };
    const piece = await renderThread.render({ ...order, frames: PIECE_FRAMES });
    if (isClosed) return;
    if (piece.kind === 'rendered') {
      current.produced += piece.count;
      current.ofAiring += piece.count;
      if (piece.count > 0) current.pending.push({ bytes: piece.bytes, count: piece.count });
      if (!piece.ended) return;
    }
    const isSilent = current.ofAiring === 0 && current.fromMs === 0;
    if (piece.kind === 'failed') await chooser.leaveOut(airing.track, piece);
    else if (isSilent) await chooser.leaveOut(airing.track, { reason: 'there is no sound in it', blame: 'file' });
    const boundary = current.epoch + current.produced * FRAME_MS;
    const next = airings.after(airing) ?? (await append(boundary));
    if (isSilent) airings.remove(airing);
    if (!next) return;
    airings.begin(next, boundary);
    Object.assign(current, { airing: next, fromMs: 0, ofAiring: 0 });
  };
  const skipRequested = async (): Promise<void> => {
    const airing = toSkip;
    toSkip = null;
    if (airing === null || airing !== airings.state().current) return;
    // The stream has rendered the end of this airing already: listeners get the next track within AHEAD_MS.
    if (stream && stream.airing !== airing) return;
    // Drop the frames that were rendered ahead. A new stream starts a new encoder, so that none of its frames refers to the dropped ones.
    const boundary = stream ? stream.epoch + stream.released * FRAME_MS : now();
    const next = airings.after(airing) ?? (await append(boundary));
    if (!next) return;
    airings.begin(next, boundary);
    // A stream that is opened later may begin with the recent past, and must end the skipped airing at the same position.
    airing.untilMs = airing.durationMs;
    if (stream) stream = openStream(next, boundary);
  };
  const broadcast = async (): Promise<number> => {
    if (!stream) {
      if ((await extendTimeline()) === null) return OFF_AIR_MS;
      stream = beginStream();
    }
    for (;;) {
      await skipRequested();
      const current: Stream | null = stream;
      if (!current) break;
      release(current);
      // On a busy machine, skip late frames that nobody hears, so that the timeline continues at once.
      const isWaitedFor = audience.size > 0 && current.produced * FRAME_MS < now() + AHEAD_MS - current.epoch;
      if (isClosed || !isWaitedFor) return TICK_MS;
      await produce(current);
    }
    return isOnAir ? 0 : OFF_AIR_MS;
  };
  const advanceSilently = async (): Promise<number> => {
    endStream();
    const end = await extendTimeline();
    return end === null ? OFF_AIR_MS : end - now();
  };
  const skipSuspension = (): void => {
    const late = expectedAt === null ? 0 : now() - expectedAt;
    if (late < SUSPENDED_MS) return;
    airings.shift(late);
    if (stream) stream.epoch += late;
  };
  const runOnce = async (): Promise<void> => {
    isRunRequested = false;
    let delay = OFF_AIR_MS;
    try {
      skipSuspension();
      stopRequested();
      await skipRequested();
      delay = audience.size > 0 ? await broadcast() : await advanceSilently();
    } catch (error) {
      log(`The radio stumbled and goes on: ${String(error)}`);
    }
    running = null;
    if (!isClosed) schedule(isRunRequested ? 0 : delay);
  };
  const schedule = (ms: number): void => {
    expectedAt = now() + ms;
    cancelTimer = ports.setTimer(() => (running = runOnce()), ms);
  };
  const peek = (): Promise<RadioTrack | null> => {
    if (!cachedPeek || now() - cachedPeek.at >= PEEK_MS) cachedPeek = { at: now(), track: chooser.peek() };
    return cachedPeek.track;
  };
  const wake = (): void => {
    isRunRequested = true;
    if (running) return;
    cancelTimer();
    schedule(0);
  };

  running = runOnce();
  const ready = running;
  return {
    ready,
    isOnAir: () => isOnAir && !isClosed,
    listenerCount: () => audience.size,
    listen(listener) {
      if (!isOnAir || isClosed) return listener.end();
      audience.add(listener);
      if (!stream) wake();
    },
    leave: (listener) => audience.remove(listener),
    airing: () => (isOnAir && !isClosed ? airings.state().current : null),
    skip(airing) {
      toSkip = airing;
      wake();
    },
    setStopped(next) {
      if (next === isStopped) return;
      isStopped = next;
      wake();
    },
    async state() {
      const { current, next, history } = airings.state();
      const upcoming = next?.track ?? (isOnAir ? await peek() : null);
      const past = isOnAir || !current ? history : [current, ...history];
      return {
        isOnline: isOnAir,
        current: isOnAir ? current : null,
        elapsedMs: current && isOnAir ? Math.max(0, now() - current.startedAt) : 0,
        next: upcoming && { track: upcoming, airing: next },
        history: past.slice(0, 10),
        listeners: audience.size,
        uniqueListeners: audience.unique,
      };
    },
    async close() {
      isClosed = true;
      cancelTimer();
      audience.endAll();
      await renderThread.close();
      await running;
    },
  };
}
