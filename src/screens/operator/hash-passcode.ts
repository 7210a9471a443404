import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hashText, KEY_BITS, ROUNDS } from '../../../supabase/functions/_shared/passcode-text.ts';

/**
 * Hashes a passcode in the form that the function `validate-beta-passcode` compares with, so that the passcode stays on this device (S-3).
 * Surrounding spaces do not count. Does not use `crypto.subtle`, which is missing over plain HTTP.
 */
export async function hashPasscode(passcode: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await pbkdf2Async(sha256, new TextEncoder().encode(passcode.trim()), salt, {
    c: ROUNDS,
    dkLen: KEY_BITS / 8,
  });
  return hashText(salt, key);
}
