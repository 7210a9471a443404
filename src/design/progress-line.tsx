import { useId, useMemo } from 'react';
import { currentLine, hashText } from './current-line.ts';
import { styled } from './styled.tsx';

export interface ProgressLineProps {
  seed: string;
  /** 0 to 1. */
  share: number;
  width?: number;
  height?: number;
  /** Half-period of the wave, in viewBox units. */
  half?: number;
  /** Whether the dot at the end of the progress is left out. */
  isPlain?: boolean;
}

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
      <styled.path d={d} stroke="fg" opacity=".38" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      <styled.path d={d} stroke="fg" strokeWidth="2" vectorEffect="non-scaling-stroke" clipPath={`url(#${clip})`} />
      {!isPlain && (
        <styled.path
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
