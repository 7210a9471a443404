/** Longest password that is sent as typed: bcrypt reads no more bytes. */
const MAX_BYTES = 72;

/** The password to send. Long ones, such as 40 Cyrillic letters, are hashed: the server would refuse them or ignore their end (decision 0036). */
export async function sentPassword(typed: string): Promise<string> {
  const password = typed.normalize('NFC');
  const bytes = new TextEncoder().encode(password);
  if (bytes.length <= MAX_BYTES) return password;
  // `crypto.subtle` is missing over plain HTTP.
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return `sha256:${btoa(String.fromCharCode(...sha256(bytes)))}`;
}
