import { expect, it } from 'vitest';
import { hashPasscode, passcodeMatches } from './passcode-hash.ts';

it('matches the passcode and nothing else, spaces around it aside (S-3)', async () => {
  const hash = await hashPasscode('underground');
  const tries = ['underground', '  underground\n', 'Underground', 'undergroun', 'underground2', ''];
  expect(await Promise.all(tries.map((one) => passcodeMatches(one, hash)))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(hash).not.toContain('underground');
  expect(await hashPasscode('underground')).not.toBe(hash);
});

it('refuses to judge by a hash that it cannot read', async () => {
  await expect(passcodeMatches('x', 'plain')).rejects.toThrow('BETA_PASSCODE_HASH');
});
