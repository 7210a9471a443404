import { expect, it } from 'vitest';
import { mediaAddress } from './media-address.ts';

const config = { supabaseUrl: 'https://backend.test', publishableKey: 'k' };

it("encodes a stored file's path part by part, and keeps its query", () => {
  expect(mediaAddress(config, 'covers', 'me/a b#1.png')).toBe(
    'https://backend.test/storage/v1/object/public/covers/me/a%20b%231.png',
  );
  expect(mediaAddress(config, 'avatars', 'me/face.png?t=7')).toBe(
    'https://backend.test/storage/v1/object/public/avatars/me/face.png?t=7',
  );
});

it('leaves a URL unchanged, and encodes a URL inside a path', () => {
  expect(mediaAddress(config, 'tracks', 'https://files.test/a b.mp3')).toBe('https://files.test/a b.mp3');
  expect(mediaAddress(config, 'tracks', 'http://files.test/a.mp3')).toBe('http://files.test/a.mp3');
  expect(mediaAddress(config, 'tracks', 'me/http://x')).toBe(
    'https://backend.test/storage/v1/object/public/tracks/me/http%3A//x',
  );
});
