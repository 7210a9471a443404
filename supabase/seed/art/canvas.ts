export type Colour = string;

/** Points x, y, x, y … in pixels. */
export type Outline = readonly number[];

/** Scan lines per pixel row, for antialiasing. More give smoother edges. */
const SLICES = 6;

export class Canvas {
  readonly size: number;
  /** Red, green, blue of each pixel, row by row. */
  readonly pixels: Uint8Array;

  constructor(size: number, background: Colour) {
    this.size = size;
    this.pixels = new Uint8Array(size * size * 3);
    const [red, green, blue] = channels(background);
    for (let i = 0; i < this.pixels.length; i += 3) {
      this.pixels[i] = red;
      this.pixels[i + 1] = green;
      this.pixels[i + 2] = blue;
    }
  }

  /** Fills outlines by the non-zero winding rule. 'overprint' multiplies with the colour below. */
  fill(outlines: readonly Outline[], colour: Colour, mode: 'over' | 'overprint' = 'over'): void {
    const edges = edgesOf(outlines);
    if (edges.length === 0) return;
    const top = Math.max(0, Math.floor(Math.min(...edges.map((edge) => edge.top))));
    const bottom = Math.min(this.size, Math.ceil(Math.max(...edges.map((edge) => edge.bottom))));
    edges.sort((a, b) => a.top - b.top);
    const coverage = new Float32Array(this.size + 1);
    const rgb = channels(colour);
    let firstActive = 0;
    for (let row = top; row < bottom; row += 1) {
      coverage.fill(0);
      while (
        firstActive < edges.length &&
        (edges[firstActive]?.bottom ?? 0) <= row &&
        (edges[firstActive]?.top ?? 0) <= row
      )
        firstActive += 1;
      const active: Edge[] = [];
      for (let i = firstActive; i < edges.length; i += 1) {
        const edge = edges[i];
        if (edge === undefined || edge.top >= row + 1) break;
        if (edge.bottom > row) active.push(edge);
      }
      for (let slice = 0; slice < SLICES; slice += 1) this.#cover(active, row + (slice + 0.5) / SLICES, coverage);
      this.#paint(row, coverage, rgb, mode);
    }
  }

  shrunkTo(size: number): Canvas {
    const small = new Canvas(size, '#000000');
    const step = this.size / size;
    const spans = Array.from({ length: size }, (_, i) => coveredPixels(i * step, (i + 1) * step));
    for (const [y, rows] of spans.entries()) {
      for (const [x, columns] of spans.entries()) {
        for (let channel = 0; channel < 3; channel += 1) {
          let sum = 0;
          for (const [row, heightShare] of rows) {
            for (const [column, widthShare] of columns)
              sum += (this.pixels[(row * this.size + column) * 3 + channel] ?? 0) * heightShare * widthShare;
          }
          small.pixels[(y * size + x) * 3 + channel] = Math.round(sum / (step * step));
        }
      }
    }
    return small;
  }

  #cover(edges: readonly Edge[], y: number, coverage: Float32Array): void {
    const crossings: { x: number; winding: number }[] = [];
    for (const edge of edges) {
      if (y >= edge.top && y < edge.bottom)
        crossings.push({ x: edge.x + (y - edge.top) * edge.slope, winding: edge.winding });
    }
    crossings.sort((a, b) => a.x - b.x);
    let windingSum = 0;
    for (let i = 0; i + 1 < crossings.length; i += 1) {
      const current = crossings[i];
      const next = crossings[i + 1];
      if (current === undefined || next === undefined) break;
      windingSum += current.winding;
      if (windingSum === 0) continue;
      const from = Math.max(0, current.x);
      const to = Math.min(this.size, next.x);
      if (to <= from) continue;
      const a = Math.floor(from);
      const b = Math.floor(to);
      const sliceShare = 1 / SLICES;
      if (a === b) coverage[a] = (coverage[a] ?? 0) + (to - from) * sliceShare;
      else {
        coverage[a] = (coverage[a] ?? 0) + (a + 1 - from) * sliceShare;
        for (let x = a + 1; x < b; x += 1) coverage[x] = (coverage[x] ?? 0) + sliceShare;
        coverage[b] = (coverage[b] ?? 0) + (to - b) * sliceShare;
      }
    }
  }

  #paint(row: number, coverage: Float32Array, [red, green, blue]: Channels, mode: 'over' | 'overprint'): void {
    for (let x = 0; x < this.size; x += 1) {
      const share = Math.min(1, coverage[x] ?? 0);
      if (share < 0.01) continue;
      const offset = (row * this.size + x) * 3;
      this.#blend(offset, red, share, mode);
      this.#blend(offset + 1, green, share, mode);
      this.#blend(offset + 2, blue, share, mode);
    }
  }

  #blend(offset: number, value: number, share: number, mode: 'over' | 'overprint'): void {
    const below = this.pixels[offset] ?? 0;
    const above = mode === 'over' ? value : (below * value) / 255;
    this.pixels[offset] = Math.round(below + (above - below) * (share > 0.985 ? 1 : share));
  }
}

function coveredPixels(from: number, to: number): [pixel: number, share: number][] {
  const first = Math.floor(from);
  return Array.from({ length: Math.ceil(to) - first }, (_, i) => [
    first + i,
    Math.min(to, first + i + 1) - Math.max(from, first + i),
  ]);
}

type Channels = readonly [red: number, green: number, blue: number];

function channels(colour: Colour): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`"${colour}" is no colour`);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

interface Edge {
  readonly top: number;
  readonly bottom: number;
  readonly x: number;
  readonly slope: number;
  /** 1 for an edge drawn downwards, -1 upwards. */
  readonly winding: 1 | -1;
}

function edgesOf(outlines: readonly Outline[]): Edge[] {
  const edges: Edge[] = [];
  for (const outline of outlines) {
    for (let i = 0; i < outline.length; i += 2) {
      const next = (i + 2) % outline.length;
      const [x1, y1, x2, y2] = [outline[i] ?? 0, outline[i + 1] ?? 0, outline[next] ?? 0, outline[next + 1] ?? 0];
      if (y1 === y2) continue;
      const slope = (x2 - x1) / (y2 - y1);
      edges.push(
        y1 < y2
          ? { top: y1, bottom: y2, x: x1, slope, winding: 1 }
          : { top: y2, bottom: y1, x: x2, slope, winding: -1 },
      );
    }
  }
  return edges;
}
