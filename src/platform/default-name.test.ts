import { expect, it } from 'vitest';
import { defaultName, isDefaultName } from './default-name.ts';

it("the default name is the mail address's part before the '@', without a tag", () => {
  expect(defaultName('anna@example.com')).toBe('anna');
  expect(defaultName('anna+music+beta@example.com')).toBe('anna');
  expect(defaultName('josé@example.com')).toBe('josé');
  expect(defaultName(`${'a'.repeat(60)}@example.com`)).toBe('a'.repeat(50));
  expect([defaultName('+tag@example.com'), defaultName('')]).toEqual(['', '']);
});

it('a default name is recognised, also with the tag that an earlier version kept', () => {
  expect(isDefaultName('anna', 'anna+music@example.com')).toBe(true);
  expect(isDefaultName('anna+music', 'anna+music@example.com')).toBe(true);
  expect(isDefaultName('Anna', 'anna@example.com')).toBe(false);
  expect(isDefaultName(null, 'anna@example.com')).toBe(false);
});
