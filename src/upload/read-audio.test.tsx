import { expect, it } from 'vitest';
import { id3Frames, join, utf16 } from '../../sync/media/sample-files.ts';
import { readInWorker } from './read-audio.ts';
import { noTags } from './tags.ts';

it('a free-format MP3 of 40 MB is refused at once, without reading its tags', async () => {
  const sound = new Uint8Array(40_000_000);
  for (let at = 0; at < sound.length; at += 1000) sound.set([0xff, 0xfb, 0x00, 0x00], at);
  const tag = id3Frames(3, [['TIT2', utf16('Night Bus')]]);
  const begun = performance.now();
  const read = await readInWorker(new Blob([join([tag, sound])]));
  expect(read).toEqual({ read: { kind: 'refused', problem: 'free format' }, tags: noTags });
  // Reading the tags of this file takes 12 s.
  expect(performance.now() - begun).toBeLessThan(6000);
});

it('a file that makes the worker fail is read by the page, and its failure is reported', async () => {
  const noFile: Blob = JSON.parse('{}');
  await expect(readInWorker(noFile)).rejects.toThrow('arrayBuffer is not a function');
});
