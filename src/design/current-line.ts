/** @returns a function that returns numbers from 0 to below 1; equal seeds give equal sequences */
export function seededRandom(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state += 0x6d2b79f5;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** 32-bit FNV-1a hash of the text's UTF-16 code units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const round = (value: number) => Math.round(value * 10) / 10;

/**
 * The SVG path of a wavy line. Lengths are in units of the viewBox; `half` is half a period, `top` the offset of the line's box. The
 * amplitude follows `loudness` (0 to 1, at equal steps along the line), or is generated from the seed if `loudness` is null.
 */
export function currentLine(
  seed: number,
  width: number,
  height: number,
  half = 3,
  top = 0,
  loudness: readonly number[] | null = null,
): string {
  const random = seededRandom(seed);
  const waves = Math.ceil(width / half);
  const middle = height / 2;
  const knots = Array.from({ length: Math.ceil(waves / 6) + 3 }, () => 0.06 + 0.94 * random() ** 1.25);
  let path = `M0 ${top + middle}`;
  for (let i = 0; i < waves; i++) {
    const at = i / 6;
    const knot = Math.floor(at);
    const between = at - knot;
    const smooth = between * between * (3 - 2 * between);
    const generated = ((knots[knot] ?? 0) * (1 - smooth) + (knots[knot + 1] ?? 0) * smooth) * (0.6 + 0.4 * random());
    const envelope = loudness ? Math.max(0.04, loudness[Math.floor((i / waves) * loudness.length)] ?? 0) : generated;
    const y = (i % 2 ? 1 : -1) * envelope * (middle - 2) * 1.96;
    path += `q${half / 2} ${round(y)} ${half} 0`;
  }
  return path;
}
