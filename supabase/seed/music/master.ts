import { applyBiquad, highPass, highShelf } from './filter.ts';
import { SAMPLE_RATE, saturate, type Stereo } from './sound.ts';

/** Highest sample of a finished track; the encoder may overshoot it a little and still stay below -1 dBFS. */
export const CEILING = 0.83;

/** Brings a mix to `loudness` (LUFS) without a sample above the ceiling. */
export function master(sound: Stereo, loudness: number, drive: number): void {
  for (const buffer of [sound.left, sound.right]) applyBiquad(buffer, highPass(28));
  for (let round = 0; round < 3; round += 1) {
    const gain = Math.min(30, 10 ** ((loudness - loudnessOf(sound)) / 20));
    for (const buffer of [sound.left, sound.right]) {
      for (let i = 0; i < buffer.length; i += 1) {
        const x = (buffer[i] ?? 0) * gain;
        buffer[i] = round === 0 && drive > 0 ? saturate(x * (1 + drive)) / (1 + drive * 0.6) : x;
      }
    }
    limit(sound);
  }
}

/** Loudness after ITU-R BS.1770 (blocks of 400 ms, both gates), in LUFS. */
export function loudnessOf(sound: Stereo): number {
  const hop = Math.round(0.1 * SAMPLE_RATE);
  const hops = Math.max(1, Math.floor(sound.left.length / hop));
  const energy = new Float64Array(hops);
  for (const channel of [sound.left, sound.right]) {
    const buffer = channel.slice();
    applyBiquad(buffer, highShelf(1681.97, 4));
    applyBiquad(buffer, highPass(38.14, 0.5));
    for (let n = 0; n < hops; n += 1) {
      let sum = 0;
      for (let i = n * hop; i < (n + 1) * hop && i < buffer.length; i += 1) sum += (buffer[i] ?? 0) ** 2;
      energy[n] = (energy[n] ?? 0) + sum / hop;
    }
  }
  const blocks: number[] = [];
  for (let n = 0; n + 3 < hops; n += 1) {
    let sum = 0;
    for (let part = 0; part < 4; part += 1) sum += energy[n + part] ?? 0;
    if (sum / 4 > 0) blocks.push(sum / 4);
  }
  const loud = (power: number) => -0.691 + 10 * Math.log10(power);
  const mean = (powers: readonly number[]) =>
    powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length);
  const audible = blocks.filter((power) => loud(power) > -70);
  if (audible.length === 0) return -70;
  const gate = loud(mean(audible)) - 10;
  return loud(mean(audible.filter((power) => loud(power) > gate)));
}

/** Looks 3 ms ahead, so that a peak is turned down before it comes. */
function limit(sound: Stereo): void {
  const { left, right } = sound;
  const ahead = Math.round(0.003 * SAMPLE_RATE);
  const recover = 1 - Math.exp(-1 / (0.09 * SAMPLE_RATE));
  const needed = new Float32Array(left.length + ahead).fill(1);
  // Each peak asks for its gain over the whole time before it: a running minimum, kept in a queue of candidates.
  const queue = new Int32Array(ahead + 2);
  let [head, tail] = [0, 0];
  const want = new Float32Array(left.length);
  for (let i = 0; i < left.length; i += 1) {
    const peak = Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0));
    want[i] = peak > CEILING ? CEILING / peak : 1;
  }
  const size = queue.length;
  for (let i = 0; i < left.length + ahead; i += 1) {
    const now = i < left.length ? (want[i] ?? 1) : 1;
    if (i < left.length) {
      while (head !== tail && (want[queue[(tail - 1 + size) % size] ?? 0] ?? 1) >= now) tail = (tail - 1 + size) % size;
      queue[tail] = i;
      tail = (tail + 1) % size;
    }
    while (head !== tail && (queue[head] ?? 0) < i - ahead) head = (head + 1) % size;
    needed[i] = head === tail ? 1 : (want[queue[head] ?? 0] ?? 1);
  }
  let gain = 1;
  const fall = 1 - Math.exp(-5 / ahead);
  for (let i = 0; i < left.length; i += 1) {
    const target = needed[i + ahead] ?? 1;
    gain += (target - gain) * (target < gain ? fall : recover);
    const safe = Math.min(gain, want[i] ?? 1);
    left[i] = (left[i] ?? 0) * safe;
    right[i] = (right[i] ?? 0) * safe;
  }
}
