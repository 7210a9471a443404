import { expect, it } from 'vitest';
import { purchaseVaultAccess } from './vault-access.ts';

it('vault access is bought with ZAPs at the store, not with ZOLT', () => {
  expect(purchaseVaultAccess('zaps')).toBe('/store');
  expect(() => purchaseVaultAccess('ZOLT')).toThrow(
    'ZOLT purchases have been deprecated. Use ZAPs at the store instead!',
  );
});
