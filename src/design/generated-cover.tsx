import { useMemo } from 'react';
import { currentLine, hashText } from './current-line.ts';

/** Colours of the background and of the lines of a generated cover. */
const pairs = [
  ['#123A8F', '#F5EFE6'],
  ['#0F4A43', '#F6C445'],
  ['#4A1D3D', '#F0A6C0'],
  ['#23304A', '#8FB4D9'],
  ['#2F3B1C', '#CBD8A4'],
  ['#3B2A63', '#C9B8F0'],
  ['#5A2A12', '#F2C9A0'],
] as const;

/** The colours of a track's generated cover. The same id gives the same colours. */
export function coloursOf(id: string): readonly [ground: string, lines: string] {
  return pairs[hashText(id) % pairs.length] ?? pairs[0];
}

/** Y offsets of the lines in the 100-unit viewBox. */
const LINES_Y = [2, 22, 42, 62];

/** The path of a cover's lines in a viewBox of 100 x 100. */
export function coverLines(id: string): string {
  return LINES_Y.map((y) => currentLine(hashText(`${id}${y}`), 104, 36, 8, y)).join('');
}

export interface GeneratedCoverProps {
  id: string;
  className?: string;
}

/** A cover drawn from a track's id alone, so that it is the same on every device. */
export function GeneratedCover({ id, className }: GeneratedCoverProps) {
  const [ground, ink] = coloursOf(id);
  const lines = useMemo(() => coverLines(id), [id]);
  return (
    <svg
      viewBox="0 0 100 100"
      width="100%"
      height="100%"
      className={className}
      style={{ background: ground }}
      fill="none"
      stroke={ink}
      strokeWidth="3"
      aria-hidden
      data-made
    >
      <path d={lines} />
    </svg>
  );
}
