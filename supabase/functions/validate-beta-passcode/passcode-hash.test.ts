import { expect, it } from 'vitest';
import { hashPasscode, passcodeMatches } from './passcode-hash.ts';

it('matches only the passcode, ignoring surrounding spaces, and salts each hash (S-3)', async () => {
  const hash = await hashPasscode('underground');
  const attempts = ['underground', '  underground\n', 'Underground', 'undergroun', 'underground2', ''];
  expect(await Promise.all(attempts.map((passcode) => passcodeMatches(passcode, hash)))).toEqual([
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

it('refuses to compare with a malformed hash', async () => {
  await expect(passcodeMatches('x', 'plain')).rejects.toThrow('BETA_PASSCODE_HASH');
});
