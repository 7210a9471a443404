import { expect, it } from 'vitest';
import { isBlank } from './blank.ts';

it.each([
  '',
  ' \n\t',
  '\u00a0\u3000',
  '\u200b\u200d\ufeff',
  '\u202e\u2068\u2069',
  '\u0301',
  '\u2800',
  '\u3164',
  '\u{e0041}',
])('a name of %j shows nothing', (name) => expect(isBlank(name)).toBe(true));

it.each(['-', ' a ', '\u202ea', '🎵', '👩\u200d🎤', '1', 'क', '\u200fשלום', '…', '🇩🇪'])(
  'a name of %j shows something',
  (name) => expect(isBlank(name)).toBe(false),
);
