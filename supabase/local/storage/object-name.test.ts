import { expect, it } from 'vitest';
import { addressFromPath } from './object-name.ts';

it('reads bucket and name from a path', () => {
  expect(addressFromPath('tracks/user%201/a%2Bb.mp3')).toEqual({ bucket: 'tracks', name: 'user 1/a+b.mp3' });
});

it.each([
  'tracks',
  'tracks/',
  'tracks//a',
  '../a',
  'tracks/../a',
  'tracks/..%2Fa',
  'tracks/a/./b',
  'tracks/a%00',
  'tracks/a\\b',
  'tracks/%',
  `tracks/${'a'.repeat(901)}`,
])('refuses %s', (path) => {
  expect(() => addressFromPath(path)).toThrow(expect.objectContaining({ status: 400 }));
});
