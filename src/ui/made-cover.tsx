import { useMemo } from 'react';
import { coloursOf, madeLines } from './made-lines.ts';

/** The picture of a track that has none: lines in its own two colours, the same on every device. */
export function MadeCover({ id }: { id: string }) {
  const [ground, ink] = coloursOf(id);
  const lines = useMemo(() => madeLines(id), [id]);
  return (
    <svg
      viewBox="0 0 100 100"
      width="100%"
      height="100%"
      fill="none"
      stroke={ink}
      strokeWidth="3"
      aria-hidden
      data-made
    >
      <path d="M0 0h100v100H0z" fill={ground} stroke="none" />
      {lines.map(({ d, y }) => (
        <path key={y} d={d} transform={`translate(0 ${y})`} />
      ))}
    </svg>
  );
}
