import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sentPassword } from './password.ts';

it('a password of up to 72 bytes is sent as typed', async () => {
  for (const password of ['secret', 'x'.repeat(72), 'пароль', '😀'.repeat(18)])
    expect(await sentPassword(password)).toBe(password);
});

it('a longer password is hashed, so that each letter of a long Cyrillic phrase counts', async () => {
  const phrase = 'съешьжеещёэтихмягкихфранцузскихбулокдачаю';
  const hash = createHash('sha256').update(phrase).digest('base64');
  expect(await sentPassword(phrase)).toBe(`sha256:${hash}`);
  expect(await sentPassword(`${phrase.slice(0, -1)}я`)).not.toBe(await sentPassword(phrase));
  for (const password of ['x'.repeat(73), '密'.repeat(128), 'x'.repeat(128)])
    expect(new TextEncoder().encode(await sentPassword(password)).length).toBeLessThan(72);
});

it('composed and decomposed accents give the same password', async () => {
  for (const times of [3, 40])
    expect(await sentPassword('Zoe\u0308'.repeat(times))).toBe(await sentPassword('Zo\u00eb'.repeat(times)));
});
