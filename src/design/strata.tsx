export function Strata({ height, lines, width = 390 }: { height: number; lines: number; width?: number }) {
  const paths = strata(width, height, lines);
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

const round = (value: number) => Number(value.toFixed(1));

interface Line {
  d: string;
  strokeWidth: number;
}

const cache = new Map<string, readonly Line[]>();

/** The same arguments return the same paths. */
export function strata(width: number, height: number, lines: number): readonly Line[] {
  const key = `${width} ${height} ${lines}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const computed = linesOf(width, height, lines);
  cache.set(key, computed);
  return computed;
}

function linesOf(width: number, height: number, lines: number): readonly Line[] {
  const pad = height * 0.14;
  const gap = (height - 2 * pad) / (lines - 1);
  return Array.from({ length: lines }, (_, i) => {
    let d = '';
    for (let x = -6; x <= width + 6; x += 5) {
      const swell = 0.16 + 0.84 * Math.exp(-(((x / width - (0.3 + (0.34 * i) / lines)) * 2.6) ** 2));
      const y =
        pad +
        gap * i -
        swell * gap * 1.35 * Math.sin(x / 21 + i * 0.5) -
        swell * gap * 0.5 * Math.sin(x / 9.5 + i * 0.9);
      d += `${d ? 'L' : 'M'}${x} ${round(y)}`;
    }
    return { d, strokeWidth: round(1.4 + i * 0.2) };
  });
}
