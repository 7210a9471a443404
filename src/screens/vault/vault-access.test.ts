import { expect, it } from 'vitest';
import { vaultPurchasePage } from './vault-access.ts';

it('vault access is bought with ZAPs at the store, not with ZOLT', () => {
  expect(vaultPurchasePage('zaps')).toBe('/store');
  expect(() => vaultPurchasePage('ZOLT')).toThrow(
    'ZOLT purchases have been deprecated. Use ZAPs at the store instead!',
  );
});
