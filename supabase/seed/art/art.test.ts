import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseImage } from '../../functions/_shared/media/image.ts';
import { artists } from '../demo/artists.ts';
import { drawAvatar } from './avatar.ts';
import { Canvas } from './canvas.ts';
import { drawCover, motifNames } from './cover.ts';
import { encodePng } from './png.ts';
import { box, circle } from './shapes.ts';

function decode(png: Uint8Array) {
  const bytes = Buffer.from(png);
  const chunks = new Map<string, Buffer>();
  for (let offset = 8; offset < bytes.length;) {
    const length = bytes.readUInt32BE(offset);
    chunks.set(bytes.toString('latin1', offset + 4, offset + 8), bytes.subarray(offset + 8, offset + 8 + length));
    offset += length + 12;
  }
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const header = chunks.get('IHDR') ?? Buffer.alloc(8);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const colourAt = (x: number, y: number) => {
    const index = (rows[y * (width + 1) + 1 + x] ?? 0) * 3;
    return `#${palette.toString('hex', index, index + 3)}`.toUpperCase();
  };
  return { width, height, colours: palette.length / 3, colourAt };
}

describe('A drawing', () => {
  it('blends each pixel by its covered share, and multiplies an overprinted ink with the colour below', () => {
    const canvas = new Canvas(8, '#FFFFFF');
    canvas.fill([box(0, 0, 2.5, 8)], '#000000');
    canvas.fill([box(4, 0, 4, 8)], '#FFFF00');
    canvas.fill([box(6, 0, 2, 8)], '#00FFFF', 'overprint');
    const { colourAt } = decode(encodePng(canvas));
    expect([0, 1, 2, 3, 4, 6].map((x) => colourAt(x, 4))).toEqual([
      '#000000',
      '#000000',
      '#808080',
      '#FFFFFF',
      '#FFFF00',
      '#00FF00',
    ]);
  });

  it('has a hole where an inner outline runs in the opposite direction', () => {
    const canvas = new Canvas(40, '#FFFFFF');
    const hole = circle(20, 20, 8);
    const reversed = Array.from({ length: hole.length / 2 }, (_, i) =>
      hole.slice(hole.length - 2 - i * 2, hole.length - i * 2),
    );
    canvas.fill([circle(20, 20, 18), reversed.flat()], '#102030');
    const { colourAt } = decode(encodePng(canvas));
    expect([colourAt(20, 20), colourAt(20, 6), colourAt(1, 1)]).toEqual(['#FFFFFF', '#102030', '#FFFFFF']);
  });

  it('averages the pixels that each new pixel covers when it is shrunk', () => {
    const canvas = new Canvas(6, '#000000');
    canvas.fill([box(0, 0, 3, 6)], '#FFFFFF');
    const { width, colourAt } = decode(encodePng(canvas.shrunkTo(4)));
    expect([width, ...[0, 1, 2, 3].map((x) => colourAt(x, 2))]).toEqual([
      4,
      '#FFFFFF',
      '#FFFFFF',
      '#000000',
      '#000000',
    ]);
    const half = decode(encodePng(canvas.shrunkTo(3)));
    expect([0, 1, 2].map((x) => half.colourAt(x, 1))).toEqual(['#FFFFFF', '#808080', '#000000']);
  });

  it.each(motifNames)('of a cover is a small 800 × 800 PNG that storage accepts: %s', (motif) => {
    const png = drawCover(motif, 'harbour', 'test');
    expect(parseImage(png)).toMatchObject({ kind: 'png', mime: 'image/png' });
    const { width, height, colours } = decode(png);
    expect([width, height]).toEqual([800, 800]);
    expect(colours).toBeGreaterThan(3);
    expect(png.length).toBeLessThan(90_000);
  });

  it('of a cover is the same for equal seeds, and differs for different seeds', () => {
    const [first, second, different] = ['a', 'a', 'b'].map((seed) => Buffer.from(drawCover('tiles', 'plum', seed)));
    expect(first).toEqual(second);
    expect(first).not.toEqual(different);
  });

  it('of an artist is a unique 256 × 256 PNG', () => {
    const faces = artists.map((artist) => drawAvatar(artist.portrait, artist.key));
    expect(faces.map((face) => [parseImage(face)?.kind, decode(face).width, decode(face).height])).toEqual(
      artists.map(() => ['png', 256, 256]),
    );
    expect(new Set(faces.map((face) => Buffer.from(face).toString('base64'))).size).toBe(artists.length);
  });
});
