import { hashText, KEY_BITS, ROUNDS, SCHEME } from '../_shared/passcode-text.ts';

/** The value for BETA_PASSCODE_HASH: `pbkdf2-sha256$<rounds>$<salt>$<key>`, salt and key in base64. */
export async function hashPasscode(
  passcode: string,
  salt = crypto.getRandomValues(new Uint8Array(16)),
): Promise<string> {
  const key = await derive(passcode, salt, ROUNDS);
  return hashText(salt, key);
}

/**
 * Whether the passcode matches the hash. Compares in constant time, ignoring surrounding spaces (S-3).
 *
 * @throws Error when the hash is malformed
 */
export async function passcodeMatches(passcode: string, hash: string): Promise<boolean> {
  const [scheme, rounds, salt, key] = hash.split('$');
  if (scheme !== SCHEME || !Number.isInteger(Number(rounds)) || salt === undefined || key === undefined) {
    throw new Error(`BETA_PASSCODE_HASH is not of the form ${SCHEME}$<rounds>$<salt>$<key>`);
  }
  const expected = fromBase64(key);
  const actual = await derive(passcode, fromBase64(salt), Number(rounds));
  let difference = expected.length ^ actual.length;
  for (let i = 0; i < actual.length; i += 1) difference |= (actual[i] ?? 0) ^ (expected[i] ?? 0);
  return difference === 0;
}

async function derive(passcode: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(passcode.trim()), 'PBKDF2', false, [
    'deriveBits',
  ]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, KEY_BITS),
  );
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
