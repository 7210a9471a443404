/** The number of bytes that bcrypt, the auth service's hash, reads. */
const MAX_BYTES = 72;

/**
 * The password in the form that is sent (decision 0036). One of more than 72 bytes, such as 40 Cyrillic letters, is hashed
 * first; otherwise the server would refuse it or ignore its end. Accented letters are normalised.
 */
export async function sentPassword(typed: string): Promise<string> {
  const password = typed.normalize('NFC');
  const bytes = new TextEncoder().encode(password);
  if (bytes.length <= MAX_BYTES) return password;
  // Not `crypto.subtle`, which is missing over plain HTTP.
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return `sha256:${btoa(String.fromCharCode(...sha256(bytes)))}`;
}
