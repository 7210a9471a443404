import { useMemo } from 'react';
import { currentLine, hashText } from './current-line.ts';
import { styled } from './styled.tsx';

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M1.5 8H8v7.5a6 6 0 0 0 12 0V8h6.5" />
    </svg>
  );
}

/** A line with a dip in its middle: marks the current tab. */
export function Dip({ width = 32 }: { width?: number }) {
  return (
    <svg
      width={width}
      height="8"
      viewBox="0 0 32 8"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M1 1h6c4 0 4 5 9 5s5-5 9-5h6" />
    </svg>
  );
}

/** Loading indicator. @param label null if a text beside it says the same */
export function Squiggle({ label = 'Loading', size = 22 }: { label?: string | null; size?: number }) {
  const d = 'M1 7q2.5-9 5 0t5 0 5 0 5 0';
  return (
    <styled.svg
      width={`${size}px`}
      height={`${Math.round(size * 0.64)}px`}
      viewBox="0 0 22 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      overflow="visible"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <styled.path d={d} strokeDasharray="18 6" animation="travel 700ms linear infinite" />
    </styled.svg>
  );
}

interface StillLineProps {
  seed: string;
  width: number;
  height: number;
  /** Half-period of the wave, in viewBox units. */
  half?: number;
  /** `true`: scales to its container, keeping the aspect ratio; 'stretched': fills the container. */
  fits?: boolean | 'stretched';
}

/** A wavy line that does not move. The seed determines its shape. */
export function StillLine({ seed, width, height, half, fits = false }: StillLineProps) {
  const d = useMemo(() => currentLine(hashText(seed), width, height, half), [seed, width, height, half]);
  return (
    <svg
      {...(fits
        ? { width: '100%', height: '100%', preserveAspectRatio: fits === 'stretched' ? 'none' : 'xMinYMid meet' }
        : { width, height })}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      overflow="visible"
    >
      <path d={d} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
