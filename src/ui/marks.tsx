import { chakra } from '@chakra-ui/react';
import { useId, useMemo } from 'react';
import { currentLine, hashText, strata } from './current-line.ts';

/** The logo: a line that dips under. */
export function Mark({ size = 28 }: { size?: number }) {
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

/** The dip under the active tab or link. */
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

/** The busy mark: four waves, never a circle. Named 'Loading' unless a busy word stands beside it. */
export function Squiggle({ label = 'Loading', size = 22 }: { label?: string | null; size?: number }) {
  const d = 'M1 7q2.5-9 5 0t5 0 5 0 5 0';
  return (
    <chakra.svg
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
      <chakra.path d={d} strokeDasharray="18 6" animation="travel 700ms linear infinite" />
    </chakra.svg>
  );
}

interface StillLineProps {
  seed: string;
  width: number;
  height: number;
  half?: number;
  /** Shrinks, whole, into the place it is given; or is stretched to all of it. */
  fits?: boolean | 'stretched';
}

/** A still line of a track, decorative. */
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

interface ProgressLineProps {
  seed: string;
  /** 0 to 1. */
  share: number;
  width?: number;
  height?: number;
  /** Half a wave, in the line's own units. */
  half?: number;
  /** Without a point at its end where the line is small or moves. */
  isPlain?: boolean;
}

/** How far something is, as the current: bright up to the share, faint beyond it. Decorative; stretches to its place. */
export function ProgressLine({ seed, share, width = 360, height = 44, half = 4, isPlain = false }: ProgressLineProps) {
  const d = useMemo(() => currentLine(hashText(seed), width, height, half), [seed, width, height, half]);
  const clip = useId();
  const head = Math.min(1, Math.max(0, share)) * width;
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      overflow="visible"
    >
      <clipPath id={clip}>
        <rect x="-4" y="-4" width={head + 4} height={height + 8} />
      </clipPath>
      <chakra.path d={d} stroke="fg" opacity=".38" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      <chakra.path d={d} stroke="fg" strokeWidth="2" vectorEffect="non-scaling-stroke" clipPath={`url(#${clip})`} />
      {!isPlain && (
        <chakra.path
          d={`M${head} ${height / 2}h.01`}
          stroke="fg"
          strokeWidth="12"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

/** Stacked lines for the gate and for empty places; fills its width. */
export function Strata({ height, lines, width = 390 }: { height: number; lines: number; width?: number }) {
  const paths = useMemo(() => strata(width, height, lines), [width, height, lines]);
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths.map((path) => (
        <path key={path.d} d={path.d} strokeWidth={path.strokeWidth} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
