import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { createMp3Encoder } from 'wasm-media-encoders';
import { lowerPriority } from '../threads/lower-priority.ts';
import { openDeck, readFrameTable, type Deck } from './deck.ts';
import { createFrameCutter, BITRATE, SAMPLE_RATE } from './stream-format.ts';
import type { RenderOrder, RenderAnswer, RenderJob } from './render-jobs.ts';

/** Least duration of a track: shorter ones would change faster than people can follow. */
const SHORTEST_MS = 2_000;
/** Slices that are decoded in search of the first sound of a file. */
const TRIAL_SLICES = 20;

const encoder = await createMp3Encoder();
let stream = -1;
let airing = -1;
let deck: Deck | null = null;
let cutter = createFrameCutter();

function beginStream(number: number): void {
  stream = number;
  closeDeck();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 2, bitrate: BITRATE });
  cutter = createFrameCutter();
}

function closeDeck(): void {
  deck?.close();
  deck = null;
  airing = -1;
}

async function inspect(path: string): Promise<RenderAnswer> {
  const bytes = await readBytes(path);
  if (bytes === null) return failed('its file is missing');
  const table = readFrameTable(bytes);
  if (table === null) return failed('it is no MP3');
  if (table.durationMs < SHORTEST_MS) return failed('it is too short');
  const trial = await openDeck(bytes, table, { fromMs: 0, untilMs: null });
  try {
    for (let slice = 0; slice < TRIAL_SLICES; slice += 1) {
      const sound = trial.read();
      if (sound === null) break;
      if (sound.left.length > 0) return { kind: 'inspected', durationMs: table.durationMs };
    }
    return failed('it cannot be decoded');
  } finally {
    trial.close();
  }
}

async function render(order: RenderOrder): Promise<RenderAnswer> {
  if (order.stream !== stream) beginStream(order.stream);
  if (order.airing !== airing || deck === null) {
    closeDeck();
    const bytes = await readBytes(order.path);
    const table = bytes && readFrameTable(bytes);
    if (!bytes || !table) return failed('its file is missing or changed');
    deck = await openDeck(bytes, table, order);
    airing = order.airing;
  }
  const parts: Uint8Array[] = [];
  let count = 0;
  while (count < order.frames) {
    const sound = deck.read();
    if (sound === null) {
      closeDeck();
      return { kind: 'rendered', bytes: join(parts), count, ended: true };
    }
    if (sound.left.length === 0) continue;
    const frames = cutter.push(encoder.encode([sound.left, sound.right]));
    parts.push(frames.bytes);
    count += frames.count;
  }
  return { kind: 'rendered', bytes: join(parts), count, ended: false };
}

async function readBytes(path: string): Promise<Uint8Array | null> {
  return await readFile(path).catch(() => null);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function failed(reason: string): RenderAnswer {
  return { kind: 'failed', reason, blame: 'file' };
}

/** Warms up the JIT: the first second would otherwise take three times as long to encode. */
function warmUp(): void {
  beginStream(0);
  const noise = Float32Array.from({ length: SAMPLE_RATE }, () => Math.random() - 0.5);
  for (let second = 0; second < 2; second += 1) encoder.encode([noise, noise]);
  stream = -1;
}

lowerPriority();
const port = parentPort;
port?.on('message', (job: RenderJob) => {
  const work = job.kind === 'inspect' ? inspect(job.path) : render(job);
  work.then(
    (answer) => port.postMessage(answer),
    (error: unknown) => {
      closeDeck();
      port.postMessage(failed(`the decoder said: ${String(error)}`));
    },
  );
});
warmUp();
