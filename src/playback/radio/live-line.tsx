import { useMemo } from 'react';
import { currentLine, hashText } from '../../design/current-line.ts';
import { Box, styled } from '../../design/styled.tsx';

interface LiveLineProps {
  seed: string;
  /** px */
  width: number;
  height: number;
  isMoving: boolean;
  /** Half a wavelength, in px. */
  half?: number;
}

export function LiveLine({ seed, width, height, isMoving, half = 3.4 }: LiveLineProps) {
  // Whole waves, so that the tiles meet.
  const tile = Math.ceil(width / (2 * half)) * 2 * half;
  const d = useMemo(() => currentLine(hashText(seed), tile, height, half), [seed, tile, height, half]);
  return (
    <Box width={`${width}px`} maxWidth="100%" height={`${height}px`} overflowX="clip" flex="0 1 auto" aria-hidden>
      <styled.svg
        display="block"
        width={`${tile * 2}px`}
        height={`${height}px`}
        viewBox={`0 0 ${tile * 2} ${height}`}
        maxWidth="none"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
        overflow="visible"
        animation={isMoving ? 'airDrift 4s linear infinite' : undefined}
        css={{ '@media (prefers-reduced-motion: reduce)': { animation: 'none' } }}
      >
        <styled.g
          css={{
            transformOrigin: 'center',
            transform: `scaleY(${isMoving ? 1 : 0.22})`,
            transition: 'transform 220ms cubic-bezier(.2,.8,.2,1)',
          }}
        >
          <path d={d} vectorEffect="non-scaling-stroke" />
          <path d={d} transform={`translate(${tile})`} vectorEffect="non-scaling-stroke" />
        </styled.g>
      </styled.svg>
    </Box>
  );
}
