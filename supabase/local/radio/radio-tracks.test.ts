import { expect, it } from 'vitest';
import { createFileFinder } from './radio-tracks.ts';

const track = {
  id: 'a',
  title: 'a',
  artist: 'Someone',
  audioUrl: 'a.mp3',
  coverUrl: null,
  sponsoredAt: null,
  lastAiredAt: null,
  longestMs: 900_000,
  lufs: null,
  truePeakDbtp: null,
};

it('while the database is away, finds a file at its last known place, and treats a file without one as unknown, not as missing', async () => {
  let answer: () => Promise<string | null> = () => Promise.reject(new Error('the database is away'));
  const locate = createFileFinder(() => answer());
  expect(await locate(track)).toBeNull();
  answer = () => Promise.resolve(import.meta.filename);
  const known = await locate(track);
  expect(known?.path).toBe(import.meta.filename);
  answer = () => Promise.reject(new Error('the database is away'));
  expect(await locate(track)).toEqual(known);
  answer = () => Promise.resolve(null);
  expect(await locate(track)).toEqual({ path: '', stamp: ' missing' });
});
