import { Random } from '../random.ts';
import { Canvas, type Colour } from './canvas.ts';
import { palettes, type PaletteName } from './palettes.ts';
import { encodePng } from './png.ts';
import { blob, box, circle, ellipse, leaf, sector, stroke } from './shapes.ts';

export type Hair = 'crop' | 'bob' | 'curls' | 'bun' | 'cap' | 'beanie' | 'mohawk' | 'long' | 'bald' | 'hood';
export type Extra = 'none' | 'glasses' | 'shades' | 'beard' | 'headphones' | 'moustache';

export interface Portrait {
  readonly palette: PaletteName;
  readonly skin: Colour;
  readonly hair: Hair;
  readonly hairColour: Colour;
  readonly extra: Extra;
}

export function drawAvatar(portrait: Portrait, seed: string): Uint8Array {
  const random = new Random(`avatar ${seed}`);
  const p = palettes[portrait.palette];
  const canvas = new Canvas(256, p.ground);
  const { skin, hair, hairColour } = portrait;
  const dark = '#1B1518';
  const y = 112 + random.noise() * 3;
  if (hair === 'long') canvas.fill([box(70, y - 20, 116, 130), ellipse(128, y - 18, 58, 60)], hairColour);
  if (hair === 'curls')
    canvas.fill(
      [
        blob(
          128,
          y - 8,
          Array.from({ length: 18 }, (_, i) => (i % 2 === 0 ? 76 : 66)),
        ),
      ],
      hairColour,
    );
  if (hair === 'bob') canvas.fill([ellipse(128, y - 4, 64, 66), box(64, y - 6, 128, 64)], hairColour);
  if (hair === 'bun') canvas.fill([circle(128, y - 72, 26)], hairColour);
  if (hair === 'hood') canvas.fill([ellipse(128, y + 6, 78, 88)], p.secondary);

  canvas.fill([ellipse(128, 262, 102, 72)], hair === 'hood' ? p.secondary : p.primary);
  if (random.chance(0.5)) {
    for (let stripe = 204; stripe < 256; stripe += 15) {
      const half = 102 * Math.sqrt(1 - ((stripe - 262) / 72) ** 2) - 1;
      canvas.fill([box(128 - half, stripe, half * 2, 5)], p.ink);
    }
  }
  canvas.fill([box(108, y + 30, 40, 62), ellipse(128, y + 92, 20, 12)], skin);
  canvas.fill([ellipse(128, y + 50, 20, 12)], '#D9C3B8', 'overprint');
  if (hair !== 'hood') canvas.fill([ellipse(76, y + 6, 10, 14), ellipse(180, y + 6, 10, 14)], skin);
  canvas.fill([ellipse(128, y, 51, 59)], skin);

  const eyes = y - 2;
  if (portrait.extra !== 'shades') canvas.fill([circle(108, eyes, 5.5), circle(148, eyes, 5.5)], dark);
  canvas.fill(stroke([98, eyes - 15, 118, eyes - 18], 5), hair === 'bald' ? dark : hairColour);
  canvas.fill(stroke([138, eyes - 18, 158, eyes - 15], 5), hair === 'bald' ? dark : hairColour);
  canvas.fill([leaf(128, eyes + 2, 128, eyes + 26, 5, 3)], '#D0A99A', 'overprint');
  if (portrait.extra === 'beard') {
    canvas.fill([sector(128, y + 8, 54, 0, 0.5), ellipse(128, y + 40, 42, 30)], hairColour);
    canvas.fill([box(74, y + 4, 108, 14)], skin);
  }
  if (portrait.extra === 'moustache') {
    canvas.fill([leaf(128, y + 28, 94, y + 32, 8), leaf(128, y + 28, 162, y + 32, 8)], hairColour);
  }
  canvas.fill(
    stroke([114, y + 37, 121, y + 41, 135, y + 41, 142, y + 37], 5),
    portrait.extra === 'beard' ? p.ink : '#7A2430',
  );

  drawHair(canvas, portrait, y, p.primary, p.ink, p.secondary);
  if (portrait.extra === 'glasses') {
    for (const x of [107, 149]) canvas.fill([sector(x, eyes, 19, 0, 1, 14.5)], dark);
    canvas.fill([box(125, eyes - 3, 6, 5)], dark);
  }
  if (portrait.extra === 'shades') {
    canvas.fill([box(84, eyes - 16, 40, 13), box(132, eyes - 16, 40, 13), box(120, eyes - 15, 16, 6)], dark);
    canvas.fill([sector(104, eyes - 5, 20, 0, 0.5), sector(152, eyes - 5, 20, 0, 0.5)], dark);
  }
  if (portrait.extra === 'headphones') {
    canvas.fill([sector(128, y - 6, 70, 0.5, 1, 60)], dark);
    canvas.fill([ellipse(66, y + 4, 14, 23), ellipse(190, y + 4, 14, 23)], p.secondary);
    canvas.fill([ellipse(64, y + 4, 6, 14), ellipse(192, y + 4, 6, 14)], p.ink);
  }
  return encodePng(canvas);
}

function drawHair(
  canvas: Canvas,
  { hair, hairColour }: Portrait,
  y: number,
  cloth: Colour,
  trim: Colour,
  hood: Colour,
): void {
  switch (hair) {
    case 'crop':
      canvas.fill([sector(128, y - 12, 54, 0.5, 1)], hairColour);
      canvas.fill([box(74, y - 14, 14, 16), box(168, y - 14, 14, 16)], hairColour);
      break;
    case 'bob':
      canvas.fill([sector(128, y - 14, 56, 0.5, 1)], hairColour);
      canvas.fill([box(72, y - 16, 112, 8)], hairColour);
      break;
    case 'curls':
      for (let i = 0; i < 7; i += 1) canvas.fill([circle(84 + i * 15, y - 46 + Math.abs(i - 3) * 5, 15)], hairColour);
      break;
    case 'bun':
      canvas.fill([sector(128, y - 8, 54, 0.52, 0.98)], hairColour);
      break;
    case 'cap':
      canvas.fill([sector(128, y - 18, 57, 0.5, 1)], cloth);
      canvas.fill([box(71, y - 22, 114, 11)], trim);
      canvas.fill([leaf(150, y - 14, 214, y - 10, 9, 5)], cloth);
      break;
    case 'beanie':
      canvas.fill([sector(128, y - 22, 58, 0.5, 1)], cloth);
      canvas.fill([box(68, y - 30, 120, 22)], trim);
      for (let i = 0; i < 8; i += 1) canvas.fill([box(76 + i * 14, y - 30, 4, 22)], cloth);
      break;
    case 'mohawk':
      canvas.fill(
        [
          [
            104,
            y - 48,
            96,
            y - 92,
            112,
            y - 78,
            120,
            y - 106,
            130,
            y - 82,
            144,
            y - 104,
            146,
            y - 78,
            162,
            y - 90,
            152,
            y - 48,
            128,
            y - 40,
          ],
        ],
        hairColour,
      );
      break;
    case 'long':
      canvas.fill([sector(128, y - 10, 55, 0.5, 0.78), sector(128, y - 10, 55, 0.72, 1)], hairColour);
      canvas.fill([leaf(126, y - 62, 74, y + 20, 12, 2), leaf(130, y - 62, 182, y + 20, 2, 12)], hairColour);
      break;
    case 'hood':
      canvas.fill([sector(128, y + 2, 78, 0.5, 1, 52)], hood);
      canvas.fill([sector(128, y - 14, 54, 0.54, 0.96)], hairColour);
      break;
    case 'bald':
      break;
  }
}
