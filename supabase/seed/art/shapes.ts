import type { Outline } from './canvas.ts';

// Angles are in turns, clockwise from the right; lengths are in pixels.

export function circle(x: number, y: number, radius: number): Outline {
  return ellipse(x, y, radius, radius);
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number, tilt = 0): Outline {
  const corners = Math.max(12, Math.min(160, Math.round(Math.max(radiusX, radiusY) * 1.2)));
  const points: number[] = [];
  const [cos, sin] = [Math.cos(tilt * 2 * Math.PI), Math.sin(tilt * 2 * Math.PI)];
  for (let i = 0; i < corners; i += 1) {
    const angle = (i / corners) * 2 * Math.PI;
    const [px, py] = [Math.cos(angle) * radiusX, Math.sin(angle) * radiusY];
    points.push(x + px * cos - py * sin, y + px * sin + py * cos);
  }
  return points;
}

export function box(x: number, y: number, width: number, height: number): Outline {
  return [x, y, x + width, y, x + width, y + height, x, y + height];
}

export function sector(x: number, y: number, radius: number, from: number, to: number, inner = 0): Outline {
  const points: number[] = [];
  const corners = Math.max(4, Math.ceil(Math.abs(to - from) * Math.max(24, radius * 0.8)));
  for (let i = 0; i <= corners; i += 1) {
    const angle = (from + ((to - from) * i) / corners) * 2 * Math.PI;
    points.push(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
  }
  if (inner === 0) points.push(x, y);
  else {
    for (let i = corners; i >= 0; i -= 1) {
      const angle = (from + ((to - from) * i) / corners) * 2 * Math.PI;
      points.push(x + Math.cos(angle) * inner, y + Math.sin(angle) * inner);
    }
  }
  return points;
}

/** A line with round ends. `width` may depend on the position along the line, from 0 to 1. */
export function stroke(line: Outline, width: number | ((share: number) => number)): Outline[] {
  const outlines: Outline[] = [];
  const last = line.length / 2 - 1;
  for (let i = 0; i <= last; i += 1) {
    const [x, y] = [line[i * 2] ?? 0, line[i * 2 + 1] ?? 0];
    const radius = (typeof width === 'number' ? width : width(i / Math.max(1, last))) / 2;
    if (radius > 0.8 || i === 0 || i === last) outlines.push(ellipse(x, y, radius, radius));
    if (i === last) break;
    const [nextX, nextY] = [line[i * 2 + 2] ?? 0, line[i * 2 + 3] ?? 0];
    const nextRadius = (typeof width === 'number' ? width : width((i + 1) / last)) / 2;
    const length = Math.hypot(nextX - x, nextY - y);
    if (length === 0) continue;
    const [nx, ny] = [-(nextY - y) / length, (nextX - x) / length];
    // Same direction as the circles, so that the non-zero winding rule unites them.
    outlines.push([
      x - nx * radius,
      y - ny * radius,
      nextX - nx * nextRadius,
      nextY - ny * nextRadius,
      nextX + nx * nextRadius,
      nextY + ny * nextRadius,
      x + nx * radius,
      y + ny * radius,
    ]);
  }
  return outlines;
}

export function graph(from: number, to: number, step: number, f: (x: number) => number): number[] {
  const points: number[] = [];
  for (let x = from; x < to; x += step) points.push(x, f(x));
  points.push(to, f(to));
  return points;
}

/** A leaf between two points. `belly` and `belly2` are its widths on either side of the axis. */
export function leaf(x1: number, y1: number, x2: number, y2: number, belly: number, belly2 = belly): Outline {
  const points: number[] = [];
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / length, dx / length];
  const corners = 28;
  for (let i = 0; i <= corners; i += 1) {
    const t = i / corners;
    const offset = Math.sin(t * Math.PI) * belly;
    points.push(x1 + dx * t + nx * offset, y1 + dy * t + ny * offset);
  }
  for (let i = corners - 1; i > 0; i -= 1) {
    const t = i / corners;
    const offset = Math.sin(t * Math.PI) * belly2;
    points.push(x1 + dx * t - nx * offset, y1 + dy * t - ny * offset);
  }
  return points;
}

/** A smooth outline through points at equal angles; `radii` are their distances from the centre. */
export function blob(x: number, y: number, radii: readonly number[], turn = 0): Outline {
  const points: number[] = [];
  const corners = 96;
  for (let i = 0; i < corners; i += 1) {
    const position = (i / corners) * radii.length;
    const index = Math.floor(position);
    const t = (1 - Math.cos((position - index) * Math.PI)) / 2;
    const [a, b] = [radii[index] ?? 0, radii[(index + 1) % radii.length] ?? 0];
    const radius = a + (b - a) * t;
    const angle = (i / corners + turn) * 2 * Math.PI;
    points.push(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
  }
  return points;
}

/** A square of dots. `size` is its side, `pitch` the distance between dots; `radius` gives a dot's radius by its position. */
export function halftone(
  size: number,
  pitch: number,
  tilt: number,
  radius: (x: number, y: number) => number,
): Outline[] {
  const outlines: Outline[] = [];
  const [cos, sin] = [Math.cos(tilt * 2 * Math.PI), Math.sin(tilt * 2 * Math.PI)];
  const count = Math.ceil(size / pitch);
  for (let row = -count; row <= count; row += 1) {
    for (let column = -count; column <= count; column += 1) {
      const x = size / 2 + (column * cos - row * sin) * pitch;
      const y = size / 2 + (column * sin + row * cos) * pitch;
      if (x < -pitch || y < -pitch || x > size + pitch || y > size + pitch) continue;
      const r = radius(x, y);
      if (r > 0.6) outlines.push(ellipse(x, y, r, r));
    }
  }
  return outlines;
}

/** Mirrors if `flip` is -1, scales and rotates about the origin, then moves by x, y. */
export function transformed(outline: Outline, x: number, y: number, scale = 1, turn = 0, flip = 1): Outline {
  const [cos, sin] = [Math.cos(turn * 2 * Math.PI) * scale, Math.sin(turn * 2 * Math.PI) * scale];
  const points: number[] = [];
  for (let i = 0; i < outline.length; i += 2) {
    const [px, py] = [(outline[i] ?? 0) * flip, outline[i + 1] ?? 0];
    points.push(x + px * cos - py * sin, y + px * sin + py * cos);
  }
  return points;
}
