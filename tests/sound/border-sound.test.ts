import { expect, it } from 'vitest';
import { disturbances, findBorders } from './border-sound.ts';

const HZ = 8_000;
const CUT = 2 * HZ;
const SOUND_S = 4;
let seed = 1;
const noise = Float32Array.from({ length: SOUND_S * HZ }, () => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 1_073_741_824 - 1;
});
const sine = Float32Array.from(noise, (_, index) => Math.sin((2 * Math.PI * 400 * index) / HZ));

/** Simulates a recording: half a second of silence, then two tracks. @param late samples by which the second begins late */
function record(sound: Float32Array, late: number): Float32Array {
  const start = HZ / 2;
  const recorded = new Float32Array(start + sound.length + late);
  recorded.set(sound.subarray(0, CUT), start);
  for (const [index, sample] of sound.subarray(CUT).entries()) {
    const at = start + CUT + late + index;
    recorded[at] = (recorded[at] ?? 0) + sample;
  }
  return recorded;
}

it('silence at a border is measured, and equals the delay of the next track', () => {
  const [border] = findBorders(record(noise, 320), noise, [CUT], HZ);
  expect(border?.silentMs).toBeCloseTo(40, -1);
  expect(border?.lateMs).toBe(40);
});

it('a track that begins before the end of the previous one counts as early', () => {
  expect(findBorders(record(noise, -480), noise, [CUT], HZ)).toEqual([{ silentMs: 0, lateMs: -60 }]);
});

it('no gap is found between tracks without one', () => {
  expect(findBorders(record(noise, 0), noise, [CUT], HZ)).toEqual([{ silentMs: 0, lateMs: 0 }]);
  expect(disturbances(record(sine, 0), HZ, SOUND_S)).toEqual([]);
});

it('a recording of other sound is refused', () => {
  expect(() => findBorders(record(sine, 0), noise, [CUT], HZ)).toThrow('The sound is not in the recording');
});

it('silence and overlapping tracks are found as disturbances of a steady sine', () => {
  for (const samples of [400, 436, -400, -436]) {
    const [length, ...others] = disturbances(record(sine, samples), HZ, SOUND_S);
    expect(others).toEqual([]);
    expect(Math.abs((length ?? 0) - Math.abs(samples) / 8)).toBeLessThan(4);
  }
});

it('a recording of a sine without its second track, or of silence, is refused', () => {
  const recorded = record(sine, 0);
  const stopped = recorded.map((sample, index) => (index < HZ / 2 + CUT ? sample : 0));
  expect(() => disturbances(stopped, HZ, SOUND_S)).toThrow('Of 4 s, 2.0 s are in the recording');
  expect(() =>
    disturbances(
      recorded.map(() => 0),
      HZ,
      SOUND_S,
    ),
  ).toThrow('Of 4 s, 0.0 s are in the recording');
});
