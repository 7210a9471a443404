import { expect, it } from 'vitest';
import { purchaseVaultAccess } from './vault-access.ts';

it('is bought with ZAPs at the store; ZOLT is rejected', () => {
  expect(purchaseVaultAccess('zaps')).toBe('/store');
  expect(() => purchaseVaultAccess('ZOLT')).toThrow(
    'ZOLT purchases have been deprecated. Use ZAPs at the store instead!',
  );
});
