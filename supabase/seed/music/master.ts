import { applyBiquad, highPass, highShelf } from './filter.ts';
import { SAMPLE_RATE, saturate, type Stereo } from './sound.ts';

/** Peak level after the limiter: the encoder may overshoot it slightly and still stay below -1 dBFS. */
export const CEILING = 0.81;

/** Brings a mix to a loudness in LUFS, with its peaks below `CEILING`. */
export function master(sound: Stereo, loudness: number, drive: number): void {
  for (const buffer of [sound.left, sound.right]) applyBiquad(buffer, highPass(28));
  const gain = gainTo(loudness, sound);
  for (const buffer of [sound.left, sound.right]) {
    for (let i = 0; i < buffer.length; i += 1) {
      const x = (buffer[i] ?? 0) * gain;
      buffer[i] = drive > 0 ? saturate(x * (1 + drive)) / (1 + drive * 0.6) : x;
    }
  }
  // The limiter reduces the loudness a little, so aim higher.
  limit(sound, gainTo(loudness + 0.15, sound));
}

function gainTo(loudness: number, sound: Stereo): number {
  return Math.min(30, 10 ** ((loudness - loudnessOf(sound)) / 20));
}

/** The loudness in LUFS, by ITU-R BS.1770 (blocks of 400 ms, both gates). */
export function loudnessOf(sound: Stereo): number {
  const hop = Math.round(0.1 * SAMPLE_RATE);
  const hops = Math.max(1, Math.floor(sound.left.length / hop));
  const energy = new Float64Array(hops);
  for (const buffer of [sound.left, sound.right]) addEnergy(buffer, hop, energy);
  const blocks: number[] = [];
  for (let n = 0; n + 3 < hops; n += 1) {
    let sum = 0;
    for (let part = 0; part < 4; part += 1) sum += energy[n + part] ?? 0;
    if (sum / 4 > 0) blocks.push(sum / 4);
  }
  const toLufs = (power: number) => -0.691 + 10 * Math.log10(power);
  const mean = (powers: readonly number[]) =>
    powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length);
  const audible = blocks.filter((power) => toLufs(power) > -70);
  if (audible.length === 0) return -70;
  const gate = toLufs(mean(audible)) - 10;
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)));
}

const shelf = highShelf(1681.97, 4);
const rumble = highPass(38.14, 0.5);

function addEnergy(buffer: Float32Array, hop: number, energy: Float64Array): void {
  let [a1, a2, b1, b2] = [0, 0, 0, 0];
  for (let n = 0; n < energy.length; n += 1) {
    let sum = 0;
    const end = Math.min(buffer.length, (n + 1) * hop);
    for (let i = n * hop; i < end; i += 1) {
      const x = buffer[i] ?? 0;
      const y = shelf.b0 * x + a1;
      a1 = shelf.b1 * x - shelf.a1 * y + a2;
      a2 = shelf.b2 * x - shelf.a2 * y;
      const z = rumble.b0 * y + b1;
      b1 = rumble.b1 * y - rumble.a1 * z + b2;
      b2 = rumble.b2 * y - rumble.a2 * z;
      sum += z * z;
    }
    energy[n] = (energy[n] ?? 0) + sum / hop;
  }
}

/** Applies a gain, and limits peaks. It looks 3 ms ahead, so that the gain drops before a peak. */
function limit(sound: Stereo, gain: number): void {
  const { left, right } = sound;
  const count = left.length;
  const lookAhead = Math.round(0.003 * SAMPLE_RATE);
  const release = 1 - Math.exp(-1 / (0.09 * SAMPLE_RATE));
  const attack = 1 - Math.exp(-5 / lookAhead);
  const requiredGains = new Float32Array(count + lookAhead).fill(1);
  for (let i = 0; i < count; i += 1) {
    const peak = Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0)) * gain;
    if (peak > CEILING) requiredGains[i] = CEILING / peak;
  }
  // Sliding minimum over the look-ahead, by a monotonic queue.
  const mask = 255;
  const queue = new Int32Array(mask + 1);
  let [head, tail] = [0, 0];
  let currentGain = 1;
  for (let i = 0; i < count + lookAhead; i += 1) {
    const required = requiredGains[i] ?? 1;
    while (head !== tail && (requiredGains[queue[(tail - 1) & mask] ?? 0] ?? 1) >= required) tail = (tail - 1) & mask;
    queue[tail] = i;
    tail = (tail + 1) & mask;
    const index = i - lookAhead;
    if (index < 0) continue;
    while ((queue[head] ?? 0) < index) head = (head + 1) & mask;
    const target = requiredGains[queue[head] ?? 0] ?? 1;
    currentGain += (target - currentGain) * (target < currentGain ? attack : release);
    const appliedGain = Math.min(currentGain, requiredGains[index] ?? 1) * gain;
    left[index] = (left[index] ?? 0) * appliedGain;
    right[index] = (right[index] ?? 0) * appliedGain;
  }
}
