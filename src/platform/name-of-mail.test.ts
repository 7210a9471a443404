import { expect, it } from 'vitest';
import { isNameOfMail, nameOfMail } from './name-of-mail.ts';

it("the default name is the mail address's part before the '@', without a tag", () => {
  expect(nameOfMail('anna@example.com')).toBe('anna');
  expect(nameOfMail('anna+music+beta@example.com')).toBe('anna');
  expect(nameOfMail('josé@example.com')).toBe('josé');
  expect(nameOfMail(`${'a'.repeat(60)}@example.com`)).toBe('a'.repeat(50));
  expect([nameOfMail('+tag@example.com'), nameOfMail('')]).toEqual(['', '']);
});

it('a default name is recognised, also with the tag that an earlier version kept', () => {
  expect(isNameOfMail('anna', 'anna+music@example.com')).toBe(true);
  expect(isNameOfMail('anna+music', 'anna+music@example.com')).toBe(true);
  expect(isNameOfMail('Anna', 'anna@example.com')).toBe(false);
  expect(isNameOfMail(null, 'anna@example.com')).toBe(false);
});
