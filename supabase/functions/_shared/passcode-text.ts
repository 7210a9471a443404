/** Rounds for new hashes: about 20 ms of work, within an Edge Function's limit. */
export const ROUNDS = 100_000;
export const KEY_BITS = 256;
export const SCHEME = 'pbkdf2-sha256';

/** The text of a passcode's hash: `pbkdf2-sha256$<rounds>$<salt>$<key>`, salt and key in base64. */
export function hashText(salt: Uint8Array, key: Uint8Array): string {
  return [SCHEME, ROUNDS, toBase64(salt), toBase64(key)].join('$');
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
