import { expect, it } from 'vitest';
import { isNameOfMail, nameOfMail } from './name-of-mail.ts';

it("is what stands before the '@', without a tag", () => {
  expect(nameOfMail('anna@example.com')).toBe('anna');
  expect(nameOfMail('anna+music+beta@example.com')).toBe('anna');
  expect(nameOfMail('josé@example.com')).toBe('josé');
  expect([nameOfMail('+tag@example.com'), nameOfMail('')]).toEqual(['', '']);
});

it('knows a name that nobody chose, from before tags were left out too', () => {
  expect(isNameOfMail('anna', 'anna+music@example.com')).toBe(true);
  expect(isNameOfMail('anna+music', 'anna+music@example.com')).toBe(true);
  expect(isNameOfMail('Anna', 'anna@example.com')).toBe(false);
  expect(isNameOfMail(null, 'anna@example.com')).toBe(false);
});
