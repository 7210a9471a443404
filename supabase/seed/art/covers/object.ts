import type { Random } from '../../random.ts';
import type { Canvas } from '../canvas.ts';
import type { Palette } from '../palettes.ts';
import { blob, box, circle, ellipse, graph, halftone, leaf, sector, stroke } from '../shapes.ts';

export function speakers(canvas: Canvas, random: Random, p: Palette): void {
  let y = 70;
  for (const [index, height] of random.shuffle([300, 190, 190]).entries()) {
    const cells = height === 300 ? 2 : random.pick([2, 3]);
    const width = 660 / cells;
    for (let i = 0; i < cells; i += 1) {
      const x = 70 + i * width;
      canvas.fill([box(x + 5, y + 5, width - 10, height - 10)], (i + index) % 2 === 0 ? p.ink : p.secondary);
      const radius = Math.min(width, height) / 2 - 26;
      const [cx, cy] = [x + width / 2, y + height / 2];
      const rings = [p.ground, p.primary, p.ground, p.tertiary, p.ground];
      for (const [n, ring] of rings.entries()) canvas.fill([circle(cx, cy, radius * (1 - n * 0.2))], ring);
      for (const [dx, dy] of [
        [18, 18],
        [width - 18, 18],
        [18, height - 18],
        [width - 18, height - 18],
      ] as const)
        canvas.fill([circle(x + dx, y + dy, 5)], p.ground);
    }
    y += height;
  }
}

export function doorway(canvas: Canvas, random: Random, p: Palette): void {
  const x = random.between(250, 350);
  canvas.fill([box(0, 560, 800, 240)], p.secondary);
  canvas.fill([[x, 560, x + 170, 560, x + 420, 800, x - 130, 800]], p.primary);
  canvas.fill([box(x - 22, 138, 214, 422)], p.ink);
  canvas.fill([box(x, 160, 170, 400)], p.primary);
  canvas.fill([[x + 170, 160, x + 282, 108, x + 282, 630, x + 170, 560]], p.tertiary);
  canvas.fill([circle(x + 262, 372, 9)], p.ink);
  const [sx, sy] = [x + 84, 560];
  canvas.fill([circle(sx, 380, 25)], p.ground);
  canvas.fill([[sx - 34, 412, sx + 34, 412, sx + 26, 500, sx + 20, sy, sx - 20, sy, sx - 26, 500]], p.ground);
  canvas.fill([[sx - 20, sy, sx + 20, sy, sx + 66, 800, sx - 26, 800]], p.ground);
  for (let i = 0; i < 9; i += 1)
    canvas.fill([circle(random.between(40, 760), random.between(30, 120), random.between(2, 5))], p.ink);
}

export function wires(canvas: Canvas, random: Random, p: Palette): void {
  canvas.fill([circle(random.between(480, 620), 300, 170)], p.primary);
  const sag = (line: number) => (x: number) => 190 + line * 74 + ((x - 400) / 400) ** 2 * -46 + 46;
  for (const [x, width] of [
    [64, 22],
    [756, 18],
  ] as const) {
    canvas.fill([box(x - width / 2, 90, width, 720)], p.ink);
    for (let i = 0; i < 3; i += 1) canvas.fill([box(x - 60, 128 + i * 120, 120, 16)], p.ink);
  }
  for (let line = 0; line < 5; line += 1) canvas.fill(stroke(graph(0, 800, 20, sag(line)), 5), p.ink);
  for (let i = 0; i < 8; i += 1) {
    const x = 140 + i * 76 + random.noise() * 8;
    const y = sag(random.int(0, 4))(x) - 22;
    const colour = i % 4 === 1 ? p.secondary : p.ink;
    const direction = random.chance(0.5) ? 1 : -1;
    canvas.fill([ellipse(x, y, 26, 19, 0.07 * direction)], colour);
    canvas.fill([circle(x + 19 * direction, y - 15, 13)], colour);
    canvas.fill([[x + 30 * direction, y - 19, x + 43 * direction, y - 13, x + 30 * direction, y - 10]], p.tertiary);
    canvas.fill(
      [[x - 18 * direction, y - 4, x - 58 * direction, y + 18, x - 50 * direction, y + 26, x - 14 * direction, y + 13]],
      colour,
    );
  }
  canvas.fill([[...graph(0, 800, 20, (x) => 700 + Math.sin(x / 90 + 2) * 22), 800, 800, 0, 800]], p.secondary);
}

export function vase(canvas: Canvas, random: Random, p: Palette): void {
  canvas.fill([box(0, 610, 800, 190)], p.secondary);
  const stems: [number, number][] = [
    [190, 250],
    [330, 150],
    [470, 250],
    [610, 190],
    [400, 340],
  ];
  for (const [index, [x, y]] of stems.entries()) {
    canvas.fill(stroke([400, 560, 400 + (x - 400) * 0.35, 430, x, y], 8), p.ink);
    canvas.fill([leaf(400 + (x - 400) * 0.35, 430, 400 + (x - 400) * 0.9, 400 - index * 8, 17)], p.secondary);
    const petals = random.pick([7, 9, 11]);
    const size = random.between(62, 88);
    for (let i = 0; i < petals; i += 1) {
      const angle = (i / petals) * 2 * Math.PI;
      canvas.fill(
        [leaf(x, y, x + Math.cos(angle) * size, y + Math.sin(angle) * size, size * 0.24)],
        index % 2 === 0 ? p.primary : p.tertiary,
      );
    }
    canvas.fill([circle(x, y, size * 0.26)], p.ink);
  }
  canvas.fill([[346, 500, 454, 500, 440, 540, 506, 640, 470, 740, 330, 740, 294, 640, 360, 540]], p.ink);
  canvas.fill([[306, 620, 494, 620, 506, 640, 499, 662, 301, 662, 294, 640]], p.primary);
  canvas.fill([box(336, 490, 128, 16)], p.primary);
}

export function cutouts(canvas: Canvas, random: Random, p: Palette): void {
  const backgrounds = random.shuffle([p.primary, p.secondary, p.tertiary, p.ground, p.ink, p.secondary]);
  for (const [index, background] of backgrounds.entries()) {
    const [x, y] = [(index % 2) * 400, Math.floor(index / 2) * 266.7];
    canvas.fill([box(x, y, 400, 267)], background);
    const ink = random.pick(
      [p.ground, p.ink, p.primary, p.tertiary, p.secondary].filter((candidate) => candidate !== background),
    );
    const fronds = random.int(5, 7);
    const fromBottom = random.chance(0.5);
    const [cx, cy] = [x + 200, y + (fromBottom ? 236 : 133)];
    for (let i = 0; i < fronds; i += 1) {
      const angle = fromBottom ? Math.PI * (1.08 + (0.84 * i) / (fronds - 1)) : (i / fronds) * 2 * Math.PI;
      const length = (fromBottom ? 190 : 112) * random.between(0.85, 1.05);
      const [ex, ey] = [cx + Math.cos(angle) * length, cy + Math.sin(angle) * length];
      canvas.fill(
        stroke(
          [cx, cy, (cx + ex) / 2 + random.noise() * 16, (cy + ey) / 2 + random.noise() * 12, ex, ey],
          (share) => 22 + share * 16,
        ),
        ink,
      );
    }
    canvas.fill([circle(cx, cy, fromBottom ? 30 : 42)], ink);
  }
}

export function leaves(canvas: Canvas, random: Random, p: Palette): void {
  canvas.fill([circle(random.between(250, 550), random.between(220, 320), 190)], p.primary);
  for (let stem = 0; stem < 3; stem += 1) {
    const x = 190 + stem * 210;
    const lean = (stem - 1) * 90 + random.noise() * 30;
    const top = 190 + random.noise() * 60 + (stem === 1 ? -50 : 50);
    const stemPoint = (share: number): [number, number] => [x + lean * share * share, 830 - (830 - top) * share];
    canvas.fill(
      stroke(
        [...stemPoint(0), ...stemPoint(0.25), ...stemPoint(0.5), ...stemPoint(0.75), ...stemPoint(1)],
        (share) => 14 - share * 8,
      ),
      stem === 1 ? p.ink : p.secondary,
    );
    for (let i = 1; i <= 6; i += 1) {
      const [sx, sy] = stemPoint(i / 6.4);
      for (const side of [-1, 1]) {
        const size = 150 * (1.12 - i * 0.1);
        const [ex, ey] = [sx + side * size, sy - size * 0.62];
        canvas.fill([leaf(sx, sy, ex, ey, size * 0.24, 0)], stem === 1 ? p.ink : p.secondary);
        canvas.fill([leaf(sx, sy, ex, ey, 0, size * 0.24)], stem === 1 ? p.tertiary : p.ink);
      }
    }
    const [tx, ty] = stemPoint(1);
    canvas.fill([leaf(tx, ty + 20, tx + lean * 0.2, ty - 110, 26)], stem === 1 ? p.ink : p.secondary);
  }
}

export function record(canvas: Canvas, random: Random, p: Palette): void {
  const [x, y] = [random.between(330, 470), random.between(380, 440)];
  canvas.fill([circle(x, y, 330)], p.ink);
  for (let radius = 318; radius > 136; radius -= 13) canvas.fill([sector(x, y, radius, 0, 1, radius - 4)], p.ground);
  canvas.fill([sector(x, y, 330, 0.58, 0.66), sector(x, y, 330, 0.08, 0.16)], p.secondary);
  canvas.fill([circle(x, y, 128)], p.primary);
  canvas.fill([sector(x, y, 128, 0, 0.5)], p.tertiary);
  for (let i = 0; i < 4; i += 1)
    canvas.fill(
      stroke(
        graph(x - 108 + i * 8, x + 108 - i * 8, 6, (grooveX) => y + 24 + i * 24 + Math.sin(grooveX / 16) * 5),
        6,
      ),
      p.primary,
    );
  canvas.fill([circle(x, y, 17)], p.ground);
  canvas.fill(stroke([760, 40, 730, 420, 640, 590], 18), p.tertiary);
  canvas.fill([circle(760, 40, 60)], p.secondary);
  canvas.fill(stroke([652, 566, 620, 626], 34), p.primary);
}

export function volcano(canvas: Canvas, random: Random, p: Palette): void {
  for (let i = 0; i < 5; i += 1) {
    const radii = Array.from({ length: 9 }, () => (150 - i * 16) * random.between(0.8, 1.25));
    canvas.fill(
      [blob(400 + (random.noise() * 60 + (i - 2) * 78), 200 - Math.abs(i - 2) * -26, radii)],
      i % 2 === 0 ? p.tertiary : p.ink,
    );
  }
  const dots = halftone(800, 24, 0.08, (x, y) => (y < 330 ? Math.max(0, 9 - Math.hypot(x - 400, y - 150) / 26) : 0));
  canvas.fill(dots, p.ground);
  canvas.fill([[40, 800, 310, 330, 490, 330, 760, 800]], p.secondary);
  canvas.fill([[400, 330, 490, 330, 760, 800, 520, 800, 470, 620, 500, 500]], p.ink, 'overprint');
  canvas.fill([ellipse(400, 332, 90, 20)], p.ink);
  for (let i = 0; i < 5; i += 1) {
    const x = 330 + i * 36;
    const end = random.between(450, 680);
    canvas.fill(
      stroke(
        graph(0, 1, 0.1, () => 0).flatMap((_, n) =>
          n % 2 === 0 ? [x + Math.sin(n * 0.5 + i) * 12, 330 + ((end - 330) * n) / 22] : [],
        ),
        (share) => 26 - share * 8,
      ),
      p.primary,
    );
  }
  canvas.fill(
    stroke([400, 330, 400, 210], (share) => 70 - share * 30),
    p.primary,
  );
}

export function ladder(canvas: Canvas, random: Random, p: Palette): void {
  canvas.fill([circle(570, 210, 140)], p.primary);
  canvas.fill([circle(510, 180, 126)], p.ground);
  const foot = random.between(120, 200);
  const railPoint = (share: number, side: number): [number, number] => [
    foot + share * 330 + side * (62 - share * 20),
    820 - share * 590,
  ];
  for (let i = 1; i < 15; i += 1)
    canvas.fill(stroke([...railPoint(i / 15, -1), ...railPoint(i / 15, 1)], 13 - i * 0.35), p.tertiary);
  for (const side of [-1, 1])
    canvas.fill(
      stroke([...railPoint(0, side), ...railPoint(1, side)], (share) => 18 - share * 6),
      p.ink,
    );
  for (let i = 0; i < 30; i += 1) {
    const [x, y, size] = [random.between(20, 780), random.between(20, 560), random.between(3, 9)];
    canvas.fill(
      [
        [
          x,
          y - size * 2,
          x + size * 0.5,
          y - size * 0.5,
          x + size * 2,
          y,
          x + size * 0.5,
          y + size * 0.5,
          x,
          y + size * 2,
          x - size * 0.5,
          y + size * 0.5,
          x - size * 2,
          y,
          x - size * 0.5,
          y - size * 0.5,
        ],
      ],
      i % 3 === 0 ? p.primary : p.ink,
    );
  }
  canvas.fill([[...graph(0, 800, 20, (x) => 724 + Math.sin(x / 130 + 1) * 34), 800, 800, 0, 800]], p.secondary);
}
