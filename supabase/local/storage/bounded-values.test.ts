import { expect, it } from 'vitest';
import { dispositionOf, maxAgeOf, safeToEcho } from './bounded-values.ts';

it.each([
  [undefined, 3600],
  ['', 3600],
  ['60', 60],
  ['max-age=60', 60],
  ['public, max-age=0', 0],
  ['Max-Age = "86400", immutable', 86_400],
  ['max-age=99999999999', 31_536_000],
  ['max-age=-5', 3600],
  ['max-age=1e9', 3600],
  ['max-age=60s', 3600],
  ['s-maxage=5', 3600],
  ['no-store', 3600],
  ['max-age=5\r\nset-cookie: a=b', 3600],
  [`${'x'.repeat(4000)}, max-age=5`, 3600],
  ['max-age=٣', 3600],
  ['9'.repeat(4000), 3600],
])(
  'reduces the cache-control %j to a max-age: a valid one is kept up to a year, any other text becomes an hour',
  (given, seconds) => {
    expect(maxAgeOf(given)).toBe(`max-age=${seconds}`);
  },
);

it('names a download in one line of printable ASCII', () => {
  expect(dispositionOf('')).toBe('attachment');
  expect(dispositionOf(' \u0000 ')).toBe('attachment');
  expect(dispositionOf('Überfahrt (1).mp3')).toBe("attachment; filename*=UTF-8''%C3%9Cberfahrt%20%281%29.mp3");
  expect(dispositionOf('a\r\nset-cookie: b/../c\u202e')).toBe(
    "attachment; filename*=UTF-8''a%20set-cookie%3A%20b%20..%20c",
  );
  expect(dispositionOf('🌊'.repeat(1000)).length).toBeLessThan(2500);
});

it('echoes only short printable text', () => {
  expect(safeToEcho(`text/html\r\nx: ü${'y'.repeat(4000)}`)).toMatch(/^text\/html\?x: \?y{80,90}$/);
});
