import { expect, it } from 'vitest';
import { parseRange } from './send-object.ts';

it.each([
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=5-', { start: 5, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-1', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=-', null],
  ['bytes= 0 - 1 ', { start: 0, end: 1 }],
  ['bytes= - ', null],
  ['bytes=a-b', null],
  [undefined, null],
])('reads the range %s of 100 bytes as %o', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});
