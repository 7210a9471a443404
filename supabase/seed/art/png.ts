import { crc32, deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.ts';

/** Encodes with a palette of at most 128 colours, which loses nothing visible in flat prints. */
export function encodePng(canvas: Canvas): Uint8Array {
  const { palette, indexes } = quantise(canvas);
  const { size } = canvas;
  const rows = Buffer.alloc((size + 1) * size);
  for (let y = 0; y < size; y += 1) rows.set(indexes.subarray(y * size, (y + 1) * size), y * (size + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette)),
      chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  result.set(body, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

function quantise({ pixels, size }: Canvas): { palette: number[]; indexes: Uint8Array } {
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i += 3) {
    const colour = ((pixels[i] ?? 0) << 16) | ((pixels[i + 1] ?? 0) << 8) | (pixels[i + 2] ?? 0);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byFrequency = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  let chosen: number[] = [];
  for (let minDistance = 5; chosen.length === 0 || chosen.length > 128; minDistance *= 1.5) {
    chosen = [];
    for (const colour of byFrequency) {
      if (chosen.length > 128) break;
      if (chosen.every((entry) => distance(entry, colour) > minDistance)) chosen.push(colour);
    }
  }
  const nearestEntries = new Map<number, number>();
  for (const colour of byFrequency) {
    let nearest = 0;
    for (let i = 1; i < chosen.length; i += 1) {
      if (distance(chosen[i] ?? 0, colour) < distance(chosen[nearest] ?? 0, colour)) nearest = i;
    }
    nearestEntries.set(colour, nearest);
  }
  const indexes = new Uint8Array(size * size);
  for (let i = 0; i < indexes.length; i += 1) {
    const offset = i * 3;
    const colour = ((pixels[offset] ?? 0) << 16) | ((pixels[offset + 1] ?? 0) << 8) | (pixels[offset + 2] ?? 0);
    indexes[i] = nearestEntries.get(colour) ?? 0;
  }
  return { palette: chosen.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]), indexes };
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = (a & 255) - (b & 255);
  return Math.sqrt(red * red + green * green + blue * blue);
}
