import { useId, useMemo } from 'react';
import { currentLine, hashText } from '../../ui/current-line.ts';

/** How far an upload is, as the line of its track; `share` is 0 to 1. */
export function UploadLine({
  seed,
  share,
  width = 228,
  height = 34,
}: {
  seed: string;
  share: number;
  width?: number;
  height?: number;
}) {
  const clip = useId();
  const d = useMemo(() => currentLine(hashText(seed), width, height, 3.1), [seed, width, height]);
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      aria-hidden="true"
      overflow="visible"
    >
      <clipPath id={clip}>
        <rect x="0" y={-height} width={width * share} height={3 * height} />
      </clipPath>
      <path d={d} strokeWidth="1.5" vectorEffect="non-scaling-stroke" opacity=".4" />
      <path d={d} strokeWidth="2" vectorEffect="non-scaling-stroke" clipPath={`url(#${clip})`} />
    </svg>
  );
}
