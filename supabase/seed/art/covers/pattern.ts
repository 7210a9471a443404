import type { Random } from '../../random.ts';
import type { Canvas, Outline } from '../canvas.ts';
import type { Palette } from '../palettes.ts';
import { blob, box, circle, graph, transformed, sector, stroke } from '../shapes.ts';

export function tiles(canvas: Canvas, random: Random, p: Palette): void {
  const count = random.pick([4, 5]);
  const side = 800 / count;
  const inks = [p.ground, p.ink, p.primary, p.secondary, p.tertiary];
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      const [x, y] = [column * side, row * side];
      const [back, front, dot] = random.shuffle(inks);
      if (back === undefined || front === undefined || dot === undefined) return;
      canvas.fill([box(x, y, side, side)], back);
      const turn = random.int(0, 3);
      const corner = [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
      ][turn] ?? [x, y];
      const [cx, cy] = [corner[0] ?? x, corner[1] ?? y];
      switch (random.int(0, 5)) {
        case 0:
          canvas.fill([sector(cx, cy, side, turn / 4, turn / 4 + 0.25)], front);
          canvas.fill([sector(cx, cy, side * 0.5, turn / 4, turn / 4 + 0.25)], dot);
          break;
        case 1:
          canvas.fill(
            [sector(x + side / 2, y, side / 2, 0, 0.5), sector(x + side / 2, y + side / 2, side / 2, 0, 0.5)],
            front,
          );
          break;
        case 2:
          canvas.fill([circle(x + side / 2, y + side / 2, side * 0.42)], front);
          canvas.fill([circle(x + side / 2, y + side / 2, side * 0.17)], dot);
          break;
        case 3:
          canvas.fill([sector(x, y, side, 0, 0.25)], front);
          canvas.fill([sector(x + side, y + side, side, 0.5, 0.75)], back);
          canvas.fill([sector(x, y, side * 0.34, 0, 0.25)], dot);
          break;
        case 4:
          for (let i = 0; i < 4; i += 1)
            canvas.fill(
              [
                turn % 2 === 0
                  ? box(x, y + (i * side) / 4, side, side / 8)
                  : box(x + (i * side) / 4, y, side / 8, side),
              ],
              front,
            );
          break;
        default:
          canvas.fill([[x, y, x + side, y, x, y + side]], front);
          canvas.fill([circle(x + side * 0.68, y + side * 0.68, side * 0.15)], dot);
      }
    }
  }
}

export function cubes(canvas: Canvas, random: Random, p: Palette): void {
  const edge = random.pick([74, 92]);
  const [dx, dy] = [edge * 0.866, edge * 0.5];
  const gapProbability = random.between(0.1, 0.2);
  for (let row = -1; row * edge * 1.5 < 900; row += 1) {
    for (let column = -1; column * dx * 2 < 900; column += 1) {
      const x = column * dx * 2 + (row % 2 === 0 ? 0 : dx);
      const y = row * edge * 1.5;
      if (random.chance(gapProbability)) continue;
      const highlighted = random.chance(0.13);
      canvas.fill([[x, y - edge, x + dx, y - dy, x, y, x - dx, y - dy]], highlighted ? p.tertiary : p.ink);
      canvas.fill([[x - dx, y - dy, x, y, x, y + edge, x - dx, y + dy]], highlighted ? p.primary : p.secondary);
      canvas.fill([[x, y, x + dx, y - dy, x + dx, y + dy, x, y + edge]], highlighted ? p.secondary : p.primary);
    }
  }
}

export function moire(canvas: Canvas, random: Random, p: Palette): void {
  const spacing = random.between(38, 46);
  const centres = [
    [random.between(200, 340), random.between(260, 420)],
    [random.between(470, 620), random.between(400, 560)],
  ];
  for (const [index, centre] of centres.entries()) {
    const [x, y] = [centre[0] ?? 0, centre[1] ?? 0];
    for (let radius = spacing / 2; radius < 800; radius += spacing) {
      canvas.fill(
        [sector(x, y, radius + spacing * 0.24, 0, 1, radius - spacing * 0.24)],
        index === 0 ? p.primary : p.secondary,
        'overprint',
      );
    }
  }
  for (const centre of centres) canvas.fill([circle(centre[0] ?? 0, centre[1] ?? 0, 46)], p.tertiary);
}

export function warp(canvas: Canvas, random: Random, p: Palette): void {
  const count = 12;
  const [x, y] = [400 + random.noise() * 90, 400 + random.noise() * 90];
  const radius = random.between(300, 370);
  const bend = (u: number, v: number): [number, number] => {
    const [dx, dy] = [u - x, v - y];
    const distance = Math.hypot(dx, dy);
    if (distance >= radius || distance === 0) return [u, v];
    const share = distance / radius;
    const scale = Math.sin((share * Math.PI) / 2) / share;
    return [x + dx * scale, y + dy * scale];
  };
  const side = 800 / count;
  for (let row = -1; row <= count; row += 1) {
    for (let column = -1; column <= count; column += 1) {
      if ((row + column) % 2 === 0) continue;
      const outline: number[] = [];
      for (let edge = 0; edge < 4; edge += 1) {
        for (let i = 0; i < 8; i += 1) {
          const t = i / 8;
          const [u, v] = [
            [t, 0],
            [1, t],
            [1 - t, 1],
            [0, 1 - t],
          ][edge] ?? [0, 0];
          outline.push(...bend((column + (u ?? 0)) * side, (row + (v ?? 0)) * side));
        }
      }
      const inBulge = Math.hypot((column + 0.5) * side - x, (row + 0.5) * side - y) < radius * 0.72;
      canvas.fill([outline], inBulge ? p.primary : p.ink);
    }
  }
}

export function ribbon(canvas: Canvas, random: Random, p: Palette): void {
  const inks = [p.primary, p.tertiary, p.secondary, p.ink];
  const width = random.between(38, 48);
  const flip = random.chance(0.5);
  const laneOutlines = (lane: number): Outline[] => {
    const inner = 70 + lane * width;
    const outer = inner + width + 0.6;
    return [
      box(470 - outer, -10, outer - inner, 320),
      sector(470, 300, outer, 0.25, 0.5, inner),
      box(466, 300 + inner, 20, outer - inner),
      sector(480, 300 + 70 * 2 + width * 4, 70 + width * (4 - lane), 0.75, 1, 70 + width * (3 - lane)),
      box(480 + 70 + width * (3 - lane), 300 + 140 + width * 4 - 2, width + 0.6, 500),
    ];
  };
  for (const [lane, ink] of inks.entries()) {
    for (const outline of laneOutlines(lane))
      canvas.fill([flip ? transformed(outline, 800, 0, 1, 0, -1) : outline], ink);
  }
  canvas.fill([circle(flip ? 800 - 620 : 620, 190, 84)], p.primary);
  canvas.fill([circle(flip ? 800 - 200 : 200, 660, 54)], p.tertiary);
}

export function contours(canvas: Canvas, random: Random, p: Palette): void {
  const inks = [p.secondary, p.ground, p.primary, p.ground, p.tertiary, p.ground, p.secondary, p.ink];
  const radii = Array.from({ length: 9 }, () => random.between(0.72, 1.28));
  const [x, y] = [400 + random.noise() * 70, 400 + random.noise() * 70];
  const steps = inks.length * 2;
  for (let i = 0; i < steps; i += 1) {
    const size = 560 * (1 - i / steps) ** 0.9;
    const scaledRadii = radii.map(
      (radius, n) => size * (1 + (radius - 1) * (0.5 + 0.5 * (1 - i / steps)) + Math.sin(n * 2.4 + i * 0.5) * 0.05),
    );
    canvas.fill([blob(x + i * 5, y - i * 4, scaledRadii, i * 0.006)], i % 2 === 0 ? (inks[i / 2] ?? p.ink) : p.ink);
    if (i % 2 === 1)
      canvas.fill(
        [
          blob(
            x + i * 5,
            y - i * 4,
            scaledRadii.map((radius) => radius - 5),
            i * 0.006,
          ),
        ],
        inks[((i + 1) / 2) % inks.length] ?? p.ground,
      );
  }
}

export function sliced(canvas: Canvas, random: Random, p: Palette): void {
  const strips = random.pick([9, 11, 13]);
  const radius = 285;
  const height = (radius * 2) / strips;
  for (let i = 0; i < strips; i += 1) {
    const y = 400 - radius + i * height;
    const shift = Math.sin(i * random.between(0.7, 1.3)) * 78;
    const outline: number[] = [];
    for (let n = 0; n <= 10; n += 1) {
      const edgeY = y + 4 + ((height - 8) * n) / 10;
      outline.push(400 + shift + Math.sqrt(Math.max(0, radius ** 2 - (edgeY - 400) ** 2)), edgeY);
    }
    for (let n = 10; n >= 0; n -= 1) {
      const edgeY = y + 4 + ((height - 8) * n) / 10;
      outline.push(400 + shift - Math.sqrt(Math.max(0, radius ** 2 - (edgeY - 400) ** 2)), edgeY);
    }
    canvas.fill([outline], [p.primary, p.ink, p.secondary, p.tertiary][i % 4] ?? p.primary);
  }
}

export function orbits(canvas: Canvas, random: Random, p: Palette): void {
  const tilt = random.between(-0.12, 0.12) * 2 * Math.PI;
  const inks = [p.primary, p.tertiary, p.secondary, p.ink];
  for (let i = 6; i >= 1; i -= 1) {
    const [rx, ry] = [60 + i * 62, 30 + i * 40];
    const point = (angle: number): [number, number] => {
      const [px, py] = [Math.cos(angle) * rx, Math.sin(angle) * ry];
      return [400 + px * Math.cos(tilt) - py * Math.sin(tilt), 400 + px * Math.sin(tilt) + py * Math.cos(tilt)];
    };
    const line: number[] = [];
    for (let n = 0; n <= 120; n += 1) line.push(...point((n / 120) * 2 * Math.PI));
    canvas.fill(stroke(line, 3.2), p.ink);
    const [x, y] = point(random.next() * 2 * Math.PI);
    const size = random.between(14, 30) + i * 3;
    const ink = inks[i % 4] ?? p.primary;
    canvas.fill([circle(x, y, size + 7)], p.ground);
    canvas.fill([circle(x, y, size)], ink);
    canvas.fill([sector(x, y, size, 0.12, 0.62)], p.ground === ink ? p.ink : p.ground, 'overprint');
  }
  canvas.fill([circle(400, 400, 74)], p.primary);
  for (let i = 0; i < 16; i += 1) canvas.fill([sector(400, 400, 104, i / 16, i / 16 + 0.02, 86)], p.primary);
}

export function threads(canvas: Canvas, random: Random, p: Palette): void {
  const [x, y] = [random.between(300, 500), random.between(300, 470)];
  const deflection = random.between(90, 140);
  canvas.fill([circle(x, y, 150)], p.primary);
  for (let i = 0; i < 30; i += 1) {
    const base = 14 + i * 27;
    const line = graph(-10, 810, 10, (lineX) => {
      const proximity = Math.exp(-(((lineX - x) / 190) ** 2));
      const offset = (base - y) / 170;
      return (
        base +
        proximity * deflection * Math.tanh(offset) * Math.exp(-Math.abs(offset) * 0.42) +
        Math.sin(lineX / 120 + i * 0.21) * 9
      );
    });
    canvas.fill(
      stroke(line, (share) => 6 + 6 * Math.exp(-(((share * 820 - x) / 190) ** 2))),
      i % 6 === 3 ? p.secondary : p.ink,
    );
  }
}
