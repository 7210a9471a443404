import { currentLine, hashText } from './current-line.ts';

/** Ground and lines; none of them a colour that promises something. */
const pairs = [
  ['#123A8F', '#F5EFE6'],
  ['#0F4A43', '#F6C445'],
  ['#4A1D3D', '#F0A6C0'],
  ['#23304A', '#8FB4D9'],
  ['#2F3B1C', '#CBD8A4'],
  ['#3B2A63', '#C9B8F0'],
  ['#5A2A12', '#F2C9A0'],
] as const;

/** The two colours of a track or a person, by the id. */
export function coloursOf(id: string): readonly [ground: string, lines: string] {
  return pairs[hashText(id) % pairs.length] ?? pairs[0];
}

/** The lines of a made cover in a square of 100, each with how far down it lies. */
export function madeLines(id: string): { d: string; y: number }[] {
  return [2, 22, 42, 62].map((y) => ({ d: currentLine(hashText(`${id}${y}`), 104, 36, 8), y }));
}
