/** Auth keeps a bcrypt hash, and bcrypt reads so many bytes. */
const MOST_BYTES = 72;

/**
 * The password as it is sent (decision 0036). One of more than 72 bytes, such as 40 letters of Cyrillic, is hashed first: else a server
 * would refuse it, or ignore its end. Both ways of writing an accented letter are one.
 */
export async function sentPassword(typed: string): Promise<string> {
  const password = typed.normalize('NFC');
  const bytes = new TextEncoder().encode(password);
  if (bytes.length <= MOST_BYTES) return password;
  // Not `crypto.subtle`, which pages over plain HTTP do not have.
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return `sha256:${btoa(String.fromCharCode(...sha256(bytes)))}`;
}
