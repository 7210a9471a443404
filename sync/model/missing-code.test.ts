import { expect, it } from 'vitest';
import { isMissingCode } from './missing-code.ts';

it('an import whose file was not fetched is distinguished from code that threw', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://a.example/assets/x.js',
    'error loading dynamically imported module: https://a.example/assets/x.js',
    'Importing a module script failed.',
  ])
    expect(isMissingCode(new TypeError(message))).toBe(true);
  expect(isMissingCode(new TypeError('AbortSignal.any is not a function'))).toBe(false);
  expect(isMissingCode('Importing a module script failed.')).toBe(false);
});
