import type { Random } from '../../random.ts';
import type { Canvas, Outline } from '../canvas.ts';
import type { Palette } from '../palettes.ts';
import { blob, box, circle, ellipse, graph, leaf, transformed, sector, stroke } from '../shapes.ts';

export function eye(canvas: Canvas, random: Random, p: Palette): void {
  const y = 400;
  const lashes = random.pick([17, 21, 25]);
  for (let i = 0; i < lashes; i += 1) {
    const angle = 0.5 + (i + 0.5) / lashes / 2;
    const [cos, sin] = [Math.cos(angle * 2 * Math.PI), Math.sin(angle * 2 * Math.PI)];
    const lashEnd = i % 2 === 0 ? 372 : 320;
    canvas.fill(
      stroke([400 + cos * 270, y + sin * 215, 400 + cos * lashEnd, y + sin * (lashEnd - 20)], 15),
      i % 2 === 0 ? p.primary : p.ink,
    );
    canvas.fill(
      stroke([400 + cos * 270, y - sin * 215, 400 + cos * (lashEnd - 30), y - sin * (lashEnd - 60)], 8),
      p.tertiary,
    );
  }
  canvas.fill([leaf(50, y, 750, y, 215)], p.ink);
  canvas.fill([leaf(84, y, 716, y, 186)], p.tertiary);
  canvas.fill([circle(400, y, 150)], p.secondary);
  for (let i = 0; i < 28; i += 1) canvas.fill([sector(400, y, 150, i / 28, i / 28 + 0.014)], p.primary);
  canvas.fill([circle(400, y, 84)], p.ground);
  canvas.fill([circle(436, y - 40, 28)], p.tertiary);
}

export function moth(canvas: Canvas, random: Random, p: Palette): void {
  const upper = [330, 300, 210, 130, 110, 120, 190, 300];
  const lower = [210, 250, 240, 150, 90, 80, 90, 150];
  for (const flip of [1, -1]) {
    const wing = (outline: Outline) => transformed(outline, 400, 400, 1, 0, flip);
    canvas.fill(
      [
        wing(
          blob(
            150,
            130,
            lower.map((radius) => radius * 0.86),
            0.02,
          ),
        ),
      ],
      p.secondary,
    );
    canvas.fill(
      [
        wing(
          blob(
            150,
            130,
            lower.map((radius) => radius * 0.62),
            0.02,
          ),
        ),
      ],
      p.tertiary,
    );
    canvas.fill(
      [
        wing(
          blob(
            60,
            -90,
            upper.map((radius) => radius * 0.95),
            -0.06,
          ),
        ),
      ],
      p.primary,
    );
    canvas.fill(
      [
        wing(
          blob(
            66,
            -88,
            upper.map((radius) => radius * 0.76),
            -0.06,
          ),
        ),
      ],
      p.ink,
    );
    canvas.fill(
      [
        wing(
          blob(
            72,
            -84,
            upper.map((radius) => radius * 0.64),
            -0.06,
          ),
        ),
      ],
      p.primary,
    );
    for (let i = 0; i < 5; i += 1) canvas.fill([wing(leaf(30, -50, 150 + i * 26, -250 + i * 58, 7))], p.ground);
    canvas.fill([wing(circle(176, -116, 46))], p.ground);
    canvas.fill([wing(circle(176, -116, 30))], p.tertiary);
    canvas.fill([wing(circle(176, -116, 13))], p.ground);
    canvas.fill([wing(circle(130, 150, 26))], p.ground);
    canvas.fill(
      stroke(
        graph(14, 120, 8, (x) => -170 - Math.sqrt(x) * 13),
        9,
      ).map(wing),
      p.ink,
    );
  }
  canvas.fill([ellipse(400, 400, 34, 190)], p.ink);
  for (let i = 0; i < 6; i += 1) canvas.fill([box(372, 400 + i * 26, 56, 9)], p.ground);
  canvas.fill([circle(400, 226, 40 + random.next() * 4)], p.ink);
}

export function fish(canvas: Canvas, random: Random, p: Palette): void {
  const rows = 5;
  const rebelIndex = random.pick([6, 7, 8, 11, 12, 13, 16, 17, 18]);
  for (let i = 0; i < 25; i += 1) {
    const [row, column] = [Math.floor(i / rows), i % rows];
    const x = 84 + column * 158 + (row % 2 === 0 ? 0 : -20);
    const y = 92 + row * 154;
    const isRebel = i === rebelIndex;
    const flip = isRebel ? -1 : 1;
    const place = (outline: Outline) => transformed(outline, x, y, 0.95, isRebel ? -0.02 : 0, flip);
    const body = isRebel ? p.primary : (row + column) % 3 === 0 ? p.tertiary : p.ink;
    canvas.fill([place([38, 0, 74, -34, 66, 0, 74, 34])], isRebel ? p.primary : p.secondary);
    canvas.fill([place(leaf(-66, 0, 52, 0, 38))], body);
    canvas.fill([place(sector(-64, 0, 44, -0.11, 0.11))], isRebel ? p.ink : p.secondary);
    for (let n = 0; n < 3; n += 1) canvas.fill([place(sector(-14 + n * 20, 0, 22, -0.17, 0.17, 15))], p.ground);
    canvas.fill([place(circle(-40, -7, 6))], p.ground);
  }
}

export function snake(canvas: Canvas, random: Random, p: Palette): void {
  const rows = 4;
  const line: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const y = 130 + row * 180;
    const goesRight = row % 2 === 0;
    for (let i = 0; i <= 40; i += 1) line.push(goesRight ? 190 + (i / 40) * 420 : 610 - (i / 40) * 420, y);
    if (row === rows - 1) break;
    for (let i = 1; i < 24; i += 1) {
      const angle = -Math.PI / 2 + (i / 24) * Math.PI;
      line.push((goesRight ? 610 : 190) + Math.cos(angle) * 90 * (goesRight ? 1 : -1), y + 90 + Math.sin(angle) * 90);
    }
  }
  const points = line.length / 2;
  const thicknessAt = (share: number) => 30 + 70 * Math.min(1, share * 3.2);
  canvas.fill(stroke(line, thicknessAt), p.ink);
  const bandSpacing = random.pick([6, 7, 8]);
  for (let i = 4; i < points - 8; i += bandSpacing) {
    const segment = line.slice(i * 2, i * 2 + 6);
    canvas.fill(stroke(segment, thicknessAt(i / points) * 0.78), (i / bandSpacing) % 2 < 1 ? p.primary : p.secondary);
    canvas.fill([circle(segment[2] ?? 0, segment[3] ?? 0, thicknessAt(i / points) * 0.16)], p.tertiary);
  }
  const [x, y] = [line.at(-2) ?? 0, line.at(-1) ?? 0];
  const tongue = (tipOffset: number) => stroke([x - 40, y, x - 118, y, x - 146, y + tipOffset], 7);
  canvas.fill(tongue(-20), p.primary);
  canvas.fill(tongue(20), p.primary);
  canvas.fill([ellipse(x - 14, y, 78, 56)], p.ink);
  canvas.fill([circle(x - 34, y - 22, 13), circle(x - 34, y + 22, 13)], p.tertiary);
  canvas.fill([circle(x - 36, y - 22, 6), circle(x - 36, y + 22, 6)], p.ground);
}

export function birds(canvas: Canvas, random: Random, p: Palette): void {
  const bands = [p.secondary, p.primary, p.tertiary];
  for (const [i, colour] of bands.entries()) canvas.fill([box(0, 470 + i * 110, 800, 340)], colour);
  canvas.fill([sector(400, 470, 200, 0.5, 1)], p.primary);
  for (const [i, [row, column]] of [
    [0, 0],
    [1, -1],
    [1, 1],
    [2, -2],
    [2, 0],
    [2, 2],
  ].entries()) {
    const x = 400 + (column ?? 0) * 135 + random.noise() * 22;
    const y = 130 + (row ?? 0) * 120 + random.noise() * 16;
    const scale = random.between(0.82, 1.05);
    const turn = random.between(-0.03, 0.03);
    const place = (outline: Outline) => transformed(outline, x, y, scale, turn);
    const colour = i === 3 ? p.primary : p.ink;
    canvas.fill([place(leaf(-4, 6, -108, -44, 20, -6))], colour);
    canvas.fill([place(leaf(4, 6, 108, -44, 6, -20))], colour);
    canvas.fill([place(leaf(0, -26, 0, 44, 15))], colour);
    canvas.fill([place([0, 20, -24, 70, 0, 54, 24, 70])], colour);
  }
}

export function mushrooms(canvas: Canvas, random: Random, p: Palette): void {
  canvas.fill([circle(400, 360, 290)], p.secondary);
  const caps: [number, number, number][] = [
    [210, 520, 130],
    [600, 470, 150],
    [410, 350, 190],
    [330, 620, 84],
    [520, 640, 96],
  ];
  for (const [index, [x, y, radius]] of caps.entries()) {
    const lean = random.noise() * 22;
    canvas.fill(
      stroke([x + lean, 800, x + lean * 0.4, y + 120, x, y], (share) => radius * (0.42 - 0.16 * share)),
      p.tertiary,
    );
    canvas.fill([ellipse(x, y, radius * 0.98, radius * 0.2)], p.ink);
    canvas.fill([sector(x, y, radius, 0.5, 1)], index % 2 === 0 ? p.primary : p.ink);
    for (let i = 0; i < 6; i += 1) {
      const angle = 0.54 + i * 0.076 + random.noise() * 0.012;
      const distance = radius * (i % 2 === 0 ? 0.74 : 0.42);
      canvas.fill(
        [
          circle(
            x + Math.cos(angle * 2 * Math.PI) * distance,
            y + Math.sin(angle * 2 * Math.PI) * distance,
            radius * 0.1,
          ),
        ],
        index % 2 === 0 ? p.ink : p.primary,
      );
    }
  }
  canvas.fill([[...graph(0, 800, 20, (x) => 756 + Math.sin(x / 60) * 10), 800, 800, 0, 800]], p.ink);
}
