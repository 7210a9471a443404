import { expect, it } from 'vitest';
import { shouldShowRefusal } from './use-zap-dispatch.ts';

it('a refusal is shown, except for a limit or a repeated action', () => {
  expect(shouldShowRefusal('No play of this track earns a ZAP today.')).toBe(true);
  expect(shouldShowRefusal('Daily ZAP limit for plays reached.')).toBe(false);
  expect(shouldShowRefusal('You already earned the ZAP for this track today.')).toBe(false);
  expect(shouldShowRefusal('Already processing')).toBe(false);
});
