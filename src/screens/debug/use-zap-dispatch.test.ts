import { expect, it } from 'vitest';
import { isShownRefusal } from './use-zap-dispatch.ts';

it('shows a refusal, except for a limit or a repeated action', () => {
  expect(isShownRefusal('No play of this track earns a ZAP today.')).toBe(true);
  expect(isShownRefusal('Daily ZAP limit for plays reached.')).toBe(false);
  expect(isShownRefusal('You already earned the ZAP for this track today.')).toBe(false);
  expect(isShownRefusal('Already processing')).toBe(false);
});
