import { expect, it } from 'vitest';
import { isTold } from './use-zap-dispatch.ts';

it('shows a refusal, except for a limit or a repeated action', () => {
  expect(isTold('No play of this track earns a ZAP today.')).toBe(true);
  expect(isTold('Daily ZAP limit for plays reached.')).toBe(false);
  expect(isTold('You already earned the ZAP for this track today.')).toBe(false);
  expect(isTold('Already processing')).toBe(false);
});
