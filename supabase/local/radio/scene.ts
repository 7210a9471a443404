import type { Listener } from './audience.ts';
import type { QueueKind } from './chooser.ts';
import type { RadioTrack } from './rotation.ts';
import { createStation, type Station } from './station.ts';
import { FRAME_MS } from './stream-format.ts';

export interface SceneFile {
  readonly durationMs?: number;
  readonly stamp?: string;
  /** Reason why an inspection fails. */
  readonly bad?: string;
  readonly blame?: 'thread';
  /** Frame at which rendering fails. */
  readonly breaksAt?: number;
  /** Integrated loudness; absent if not measured. */
  readonly lufs?: number;
}

export interface ReceivedFrame {
  readonly file: string;
  readonly frame: number;
}

export interface SceneListener extends Listener {
  readonly received: ReceivedFrame[];
  bytes: number;
  state: 'open' | 'ended' | 'dropped';
  /** From now on, bytes count as unread. `received` still lists every sent frame. */
  stall(): void;
}

/** A station with a simulated clock, database and render thread. */
export class Scene {
  readonly queue: Record<QueueKind, RadioTrack[]> = { sponsored: [], opted: [] };
  readonly files = new Map<string, SceneFile>();
  readonly lines: string[] = [];
  readonly inspected: string[] = [];
  rendered = 0;
  /** Gain of each rendered airing, by file. */
  readonly gains = new Map<string, number>();
  isDatabaseAway = false;
  /** Whether every lookup of a file answers null, as while its place is unknown. */
  arePlacesUnknown = false;
  whileInspecting = () => {};
  #isRenderThreadClosed = false;
  longestMs = 900_000;
  /** Whether the station starts stopped. */
  isStopped = false;
  whileRendering = () => {};
  now = 5_000;
  #timers = new Map<number, { at: number; run: () => Promise<void> }>();
  #timerNumber = 0;
  #place = { stream: -1, airing: -1, frame: 0 };
  #station: Station | null = null;

  get station(): Station {
    if (!this.#station) throw new Error('The scene has no station yet');
    return this.#station;
  }

  async start(): Promise<void> {
    this.#station = createStation({
      isStopped: this.isStopped,
      now: () => this.now,
      wall: () => 1_700_000_000_000 + this.now,
      setTimer: (run, ms) => {
        this.#timerNumber += 1;
        const number = this.#timerNumber;
        this.#timers.set(number, { at: this.now + Math.max(0, ms), run });
        return () => void this.#timers.delete(number);
      },
      readQueue: async (kind) => {
        if (this.isDatabaseAway) throw new Error('the database is away');
        return [...this.queue[kind]];
      },
      locate: async ({ audioUrl }) =>
        this.arePlacesUnknown ? null : { path: audioUrl, stamp: this.files.get(audioUrl)?.stamp ?? 'first' },
      renderThread: {
        inspect: async (path) => {
          this.inspected.push(path);
          this.whileInspecting();
          if (this.#isRenderThreadClosed) return { kind: 'failed', reason: 'the decoder is closed', blame: 'thread' };
          const { bad, blame = 'file', durationMs = 60_000 } = this.files.get(path) ?? {};
          return bad === undefined ? { kind: 'inspected', durationMs } : { kind: 'failed', reason: bad, blame };
        },
        render: async ({ stream, airing, path, fromMs, untilMs, gain, frames }) => {
          this.whileRendering();
          this.gains.set(path, gain);
          if (stream !== this.#place.stream || airing !== this.#place.airing) {
            this.#place = { stream, airing, frame: Math.round(fromMs / FRAME_MS) };
          }
          const { durationMs = 60_000, breaksAt = Infinity } = this.files.get(path) ?? {};
          const last = Math.floor(Math.min(durationMs, untilMs ?? Infinity) / FRAME_MS);
          const parts: Uint8Array[] = [];
          while (parts.length < frames && this.#place.frame < last) {
            if (this.#place.frame >= breaksAt) break;
            parts.push(makeFrame(path, this.#place.frame));
            this.#place.frame += 1;
          }
          if (parts.length === 0 && this.#place.frame >= breaksAt)
            return { kind: 'failed', reason: 'it broke', blame: 'file' };
          this.rendered += parts.length;
          const bytes = new Uint8Array(Buffer.concat(parts));
          return { kind: 'rendered', bytes, count: parts.length, ended: this.#place.frame >= last };
        },
        close: async () => void (this.#isRenderThreadClosed = true),
      },
      log: (line) => this.lines.push(line),
    });
    await this.station.ready;
  }

  add(kind: QueueKind, id: string, file: SceneFile = {}, lastAiredAt: string | null = null): void {
    const sponsoredAt = kind === 'sponsored' ? new Date(this.now).toISOString() : null;
    this.queue[kind].push({
      id,
      title: id,
      artist: 'Someone',
      audioUrl: id,
      coverUrl: null,
      sponsoredAt,
      lastAiredAt,
      longestMs: this.longestMs,
      lufs: file.lufs ?? null,
      truePeakDbtp: file.lufs === undefined ? null : -1,
    });
    this.files.set(id, file);
  }

  remove(id: string): void {
    for (const kind of ['sponsored', 'opted'] as const) this.queue[kind] = this.queue[kind].filter((t) => t.id !== id);
  }

  /** Advances the clock and runs the timers that are due. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const [due] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
      if (!due) break;
      const [number, { at, run }] = due;
      this.#timers.delete(number);
      this.now = Math.max(this.now, at);
      await run();
    }
    this.now = Math.max(this.now, end);
  }

  /** Advances the clock. @returns ids of the tracks on air meanwhile, in order */
  async log(ms: number): Promise<string[]> {
    const airings = new Map<number, string>();
    for (const end = this.now + ms; this.now < end; await this.pass(Math.min(5_000, end - this.now))) {
      const { current } = await this.station.state();
      if (current) airings.set(current.number, current.track.id);
    }
    return [...airings.values()];
  }

  /** Adds a listener. Off air, the station ends the listener at once. */
  listen(address = 'a'): SceneListener {
    let isStalled = false;
    let unread = 0;
    const received: ReceivedFrame[] = [];
    const listener: SceneListener = {
      address,
      received,
      bytes: 0,
      state: 'open',
      stall: () => (isStalled = true),
      write: (bytes) => {
        if (isStalled) unread += bytes.length;
        listener.bytes += bytes.length;
        received.push(...readFrames(bytes));
      },
      unreadBytes: () => unread,
      end: () => (listener.state = 'ended'),
      drop: () => (listener.state = 'dropped'),
    };
    this.station.listen(listener);
    return listener;
  }
}

const FRAME_BYTES = 417;

function makeFrame(file: string, frame: number): Uint8Array {
  const bytes = Buffer.alloc(FRAME_BYTES);
  bytes.set([0xff, 0xfb, 0x90, 0x64]);
  bytes.write(`${file} ${frame};`, 4);
  return bytes;
}

function readFrames(bytes: Uint8Array): ReceivedFrame[] {
  if (bytes.length % FRAME_BYTES !== 0) throw new Error('A frame was cut');
  return Array.from({ length: bytes.length / FRAME_BYTES }, (_, i) => {
    const text = Buffer.from(bytes.subarray(i * FRAME_BYTES + 4, (i + 1) * FRAME_BYTES)).toString();
    const [file = '', frame = ''] = text.slice(0, text.indexOf(';')).split(' ');
    return { file, frame: Number(frame) };
  });
}
