import { expect, it } from 'vitest';
import { passcodeMatches } from '../../../supabase/functions/validate-beta-passcode/passcode-hash.ts';
import { hashPasscode } from './hash-passcode.ts';

it('[S-3] hashPasscode() makes a hash that the gate accepts for this passcode only, with a new salt each time', async () => {
  const [one, other] = await Promise.all([hashPasscode(' low tide \n'), hashPasscode('low tide')]);
  expect(one).toMatch(/^pbkdf2-sha256\$100000\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
  expect(one).not.toBe(other);
  expect(
    await Promise.all(['low tide', 'low tide ', 'low tides', ''].map((text) => passcodeMatches(text, one))),
  ).toEqual([true, true, false, false]);
});
