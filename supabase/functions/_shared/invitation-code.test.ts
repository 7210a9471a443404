import { expect, it } from 'vitest';
import { makeInvitationCode, readInvitationCode } from './invitation-code.ts';

it('makes codes of three groups from characters that are not mistaken for others', () => {
  expect(makeInvitationCode(Uint8Array.from({ length: 12 }, (_, n) => n * 21))).toBe('0NAZ-M9YK-8XJ7');
  const letters = makeInvitationCode(crypto.getRandomValues(new Uint8Array(12)));
  expect(letters).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
});

it('reads a code however it was typed or pasted', () => {
  for (const text of [
    'K7QM-2X90-4TR1',
    ' k7qm 2x9o 4tri\n',
    'k7qm2x904trl',
    '“K7QM-2X90-4TR1”.',
    'K7QM\u20112X90\u20114TR1',
    '\u200bK7QM-2X90-4TR1',
  ])
    expect(readInvitationCode(text), text).toBe('K7QM2X904TR1');
  for (const text of ['', 'underground', 'K7QM-2X90-4TR', 'K7QM-2X90-4TR12', 'K7QM-2X90-4TRU', 'ключ-ключ-ключ'])
    expect(readInvitationCode(text), text).toBeNull();
});
