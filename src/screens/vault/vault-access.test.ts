import { expect, it } from 'vitest';
import { purchaseVaultAccess } from './vault-access.ts';

it('is paid for with ZAPs at the store; the currency before them is gone', () => {
  expect(purchaseVaultAccess('zaps')).toBe('/store');
  expect(() => purchaseVaultAccess('ZOLT')).toThrow(
    'ZOLT purchases have been deprecated. Use ZAPs at the store instead!',
  );
});
