import { expect, it } from 'vitest';
import { id3v2, join, mp3 } from '../../../../sync/media/sample-files.ts';
import { cutMpeg } from './cut-mpeg.ts';
import { parseMpeg } from './mpeg.ts';

async function cut(bytes: Uint8Array, ms: number, chunk: number): Promise<Uint8Array> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.slice(at, at + chunk));
      controller.close();
    },
  });
  return new Uint8Array(await new Response(source.pipeThrough(cutMpeg(ms))).arrayBuffer());
}

it.each([11, 417, 5000, 1_000_000])('cuts an MP3 received in chunks of %i bytes at the time limit', async (chunk) => {
  const varying = mp3({ frames: 400, kilobits: [32, 320, 128], xing: true });
  for (const sound of [
    mp3({ frames: 400 }),
    varying,
    join([id3v2(3000), mp3({ frames: 400 }), new Uint8Array(300), mp3({ frames: 10 })]),
  ]) {
    const part = await cut(sound, 5000, chunk);
    expect(Buffer.compare(part, sound.subarray(0, part.length))).toBe(0);
    const { durationMs = 0 } = parseMpeg(part) ?? {};
    expect(durationMs).toBeGreaterThan(4900);
    expect(durationMs).toBeLessThan(5100);
  }
});

it('leaves a shorter file unchanged', async () => {
  for (const bytes of [
    join([id3v2(50), mp3({ frames: 100 }), new Uint8Array(20)]),
    new Uint8Array(3),
    new Uint8Array(0),
  ])
    expect(await cut(bytes, 60_000, 100)).toEqual(bytes);
});

it('cuts an MP3 of small frames and a low sample rate at the time limit too', async () => {
  const sound = mp3({ frames: 5000, kilobits: 8, sampleRate: 8000, mono: true });
  expect(parseMpeg(await cut(sound, 60_000, 999))?.durationMs).toBe(60_048);
});
