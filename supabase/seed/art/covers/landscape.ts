import type { Random } from '../../random.ts';
import type { Canvas } from '../canvas.ts';
import type { Palette } from '../palettes.ts';
import { box, circle, graph, halftone, leaf, sector, stroke } from '../shapes.ts';

export function moonTide(canvas: Canvas, random: Random, p: Palette): void {
  const x = random.between(300, 500);
  const radius = random.between(170, 215);
  const horizon = 470;
  canvas.fill([circle(x, horizon - radius * 0.55, radius)], p.primary);
  canvas.fill([box(0, horizon, 800, 330)], p.secondary);
  for (let i = 0; i < 11; i += 1) {
    const y = horizon + 8 + i * 30;
    const halfWidth = Math.max(26, radius * (1.08 - i * 0.085)) * random.between(0.85, 1.15);
    canvas.fill(
      stroke([x - halfWidth + random.noise() * 30, y + 8, x + halfWidth + random.noise() * 30, y + 8], 15 - i * 0.45),
      p.primary,
    );
  }
  for (let i = 0; i < 16; i += 1) {
    const y = horizon + random.between(14, 310);
    const from = random.between(-60, 760);
    canvas.fill(stroke([from, y, from + random.between(50, 160), y], 4), p.ground);
  }
  canvas.fill([box(0, horizon - 4, 800, 8)], p.ink);
}

export function town(canvas: Canvas, random: Random, p: Palette): void {
  canvas.fill([circle(random.between(180, 620), 200, 96)], p.tertiary);
  for (const [layer, colour] of [p.secondary, p.ink].entries()) {
    let x = layer === 0 ? -20 : -50;
    while (x < 800) {
      const width = random.between(70, 130);
      const top = layer === 0 ? random.between(220, 430) : random.between(390, 620);
      canvas.fill([box(x, top, width, 800 - top)], colour);
      if (random.chance(0.4)) canvas.fill([box(x + width / 2 - 3, top - random.between(30, 70), 6, 80)], colour);
      if (random.chance(0.3)) canvas.fill([[x, top + 1, x + width, top + 1, x + width, top - width * 0.4]], colour);
      if (layer === 1) {
        for (let row = top + 24; row < 790; row += 34) {
          for (let column = x + 14; column < x + width - 22; column += 26) {
            canvas.fill(
              [box(column, row, 13, 18)],
              random.chance(0.26) ? p.primary : random.chance(0.12) ? p.tertiary : p.ground,
            );
          }
        }
      }
      x += width + (layer === 0 ? 0 : random.between(0, 18));
    }
  }
}

export function rays(canvas: Canvas, random: Random, p: Palette): void {
  const x = random.between(330, 470);
  const y = 470;
  const beams = random.pick([14, 18, 22]);
  for (let i = 0; i < beams; i += 1) canvas.fill([sector(x, y, 900, i / beams, (i + 0.5) / beams)], p.primary);
  canvas.fill([circle(x, y, 150)], p.ink);
  canvas.fill([circle(x, y, 122)], p.secondary);
  const peaks: [number, number, number][] = [
    [120, 470, 300],
    [640, 430, 330],
    [380, 560, 280],
  ];
  for (const [index, [px, py, halfWidth]] of peaks.entries()) {
    const top = py + random.noise() * 30;
    const colour = index === 2 ? p.tertiary : p.secondary;
    canvas.fill([[px - halfWidth, 830, px, top, px + halfWidth, 830]], colour);
    canvas.fill(
      [[px, top, px + halfWidth, 830, px + halfWidth * 0.12, 830, px - 20, top + 190, px + 26, top + 120]],
      p.ink,
      'overprint',
    );
    canvas.fill(
      [[px, top, px + 52, top + 60, px + 18, top + 52, px, top + 88, px - 22, top + 54, px - 52, top + 60]],
      p.ink,
    );
  }
  canvas.fill([box(0, 760, 800, 40)], p.ink);
}

export function pines(canvas: Canvas, random: Random, p: Palette): void {
  canvas.fill([circle(random.between(240, 560), 250, 130)], p.primary);
  for (const [row, colour] of [p.tertiary, p.secondary, p.ink].entries()) {
    const base = 520 + row * 130;
    canvas.fill(
      [[...graph(0, 800, 20, (x) => base - 40 + Math.sin(x / 110 + row * 2) * 26), 800, 800, 0, 800]],
      colour,
    );
    for (let x = random.between(-20, 40); x < 830; x += random.between(70, 130)) {
      const height = random.between(170, 270) * (0.7 + row * 0.22);
      const foot = base + Math.sin(x / 110 + row * 2) * 26 - 10;
      for (let tier = 0; tier < 4; tier += 1) {
        const y = foot - (height * tier) / 4.6;
        const halfWidth = height * (0.24 - tier * 0.045);
        canvas.fill([[x - halfWidth, y, x + halfWidth, y, x, y - height * 0.36]], colour);
      }
    }
  }
}

export function pool(canvas: Canvas, random: Random, p: Palette): void {
  for (let lane = 0; lane <= 4; lane += 1) {
    const x = 80 + lane * 160;
    for (let y = -20; y < 820; y += 44)
      canvas.fill([circle(x + Math.sin(y / 90 + lane) * 7, y, 11)], (y / 44 + lane) % 2 < 1 ? p.ink : p.secondary);
  }
  for (let i = 0; i < 26; i += 1) {
    const [x, y] = [random.between(0, 800), random.between(0, 800)];
    canvas.fill(
      stroke(
        graph(x, x + random.between(40, 100), 8, (waveX) => y + Math.sin((waveX - x) / 13) * 6),
        5,
      ),
      p.tertiary,
    );
  }
  const x = 160 + random.int(0, 3) * 160;
  const y = random.between(300, 480);
  canvas.fill(
    stroke([x - 6, y + 20, x - 52, y - 24, x - 34, y - 92], (share) => 30 - share * 12),
    p.primary,
  );
  canvas.fill(
    stroke([x + 6, y + 30, x + 46, y + 92], (share) => 30 - share * 14),
    p.primary,
  );
  canvas.fill([leaf(x, y - 20, x, y + 190, 36)], p.primary);
  canvas.fill(stroke([x - 8, y + 150, x - 20, y + 250], 20), p.primary);
  canvas.fill(stroke([x + 8, y + 150, x + 18, y + 240], 20), p.primary);
  canvas.fill([leaf(x, y + 70, x, y + 176, 30)], p.secondary);
  canvas.fill([circle(x, y - 36, 34)], p.secondary);
  canvas.fill([sector(x, y - 36, 34, 0.5, 1)], p.ink);
}

export function furrows(canvas: Canvas, random: Random, p: Palette): void {
  const x = random.between(260, 540);
  const horizon = 360;
  canvas.fill([circle(random.between(180, 620), 190, 84)], p.tertiary);
  for (let i = 0; i < 3; i += 1) {
    const y = 110 + i * 70;
    const from = random.between(-100, 500);
    canvas.fill(stroke([from, y, from + random.between(180, 380), y], 22), p.ink);
  }
  canvas.fill([box(0, horizon, 800, 440)], p.primary);
  for (let i = -16; i < 16; i += 1)
    canvas.fill([[x, horizon, x + i * 150, 800, x + (i + 0.5) * 150, 800]], p.secondary);
  canvas.fill(
    [
      [
        ...graph(
          0,
          800,
          16,
          (hedgeX) => horizon - 16 - Math.abs(Math.sin(hedgeX / 70)) * 26 - Math.sin(hedgeX / 31) * 8,
        ),
        800,
        horizon + 4,
        0,
        horizon + 4,
      ],
    ],
    p.ink,
  );
  canvas.fill([box(x - 4, horizon - 120, 8, 120)], p.ink);
  canvas.fill([circle(x, horizon - 130, 50)], p.secondary);
}

export function scales(canvas: Canvas, random: Random, p: Palette): void {
  const step = random.pick([100, 133.4]);
  const radius = step / 2;
  canvas.fill([circle(random.between(200, 600), 170, 110)], p.secondary);
  const boat = { x: random.between(260, 540), row: 3 };
  let row = 0;
  for (let y = 250; y < 900; y += radius / 1.35, row += 1) {
    if (row === boat.row) {
      const boatY = y - 6;
      canvas.fill(
        [[boat.x - 100, boatY - 40, boat.x + 100, boatY - 40, boat.x + 62, boatY + 22, boat.x - 66, boatY + 22]],
        p.primary,
      );
      canvas.fill([box(boat.x - 4, boatY - 214, 8, 180)], p.ink);
      canvas.fill([[boat.x + 10, boatY - 210, boat.x + 10, boatY - 56, boat.x + 104, boatY - 56]], p.primary);
      canvas.fill([[boat.x - 10, boatY - 176, boat.x - 10, boatY - 56, boat.x - 76, boatY - 56]], p.secondary);
    }
    for (let x = row % 2 === 0 ? 0 : radius; x < 860; x += step) {
      canvas.fill([circle(x, y + radius, radius)], p.ink);
      canvas.fill([circle(x, y + radius, radius * 0.86)], p.ground);
      canvas.fill([circle(x, y + radius, radius * 0.66)], p.tertiary);
      canvas.fill([circle(x, y + radius, radius * 0.46)], p.ground);
      canvas.fill([circle(x, y + radius, radius * 0.24)], p.tertiary);
    }
  }
}

export function planet(canvas: Canvas, random: Random, p: Palette): void {
  const [x, y] = [400 + random.noise() * 40, 390 + random.noise() * 30];
  const radius = 270;
  const lightAngle = random.between(0.55, 0.95) * 2 * Math.PI;
  canvas.fill([circle(x, y, radius)], p.primary);
  const dots = halftone(800, 19, random.pick([0.04, 0.125, 0.07]), (px, py) => {
    const [dx, dy] = [(px - x) / radius, (py - y) / radius];
    const distanceSquared = dx * dx + dy * dy;
    if (distanceSquared > 0.985) return 0;
    const shade =
      0.5 - 0.62 * (dx * Math.cos(lightAngle) + dy * Math.sin(lightAngle)) - Math.sqrt(1 - distanceSquared) * 0.32;
    return Math.max(0, Math.min(12, shade * 13));
  });
  canvas.fill(dots, p.ground);
  for (const [i, colour] of [p.ink, p.secondary, p.ink].entries()) {
    const line: number[] = [];
    for (let n = 0; n <= 100; n += 1) {
      const angle = -0.06 + n * 0.0062 * 2 * Math.PI;
      const [rx, ry] = [radius * (1.32 + i * 0.12), radius * (0.3 + i * 0.04)];
      const [px, py] = [Math.cos(angle) * rx, Math.sin(angle) * ry];
      line.push(x + px * 0.94 + py * 0.34, y + py * 0.94 - px * 0.34);
    }
    canvas.fill(stroke(line, i === 1 ? 16 : 6), colour);
  }
}
