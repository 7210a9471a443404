/** Crockford's base32: no letters that are mistaken for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** A code of 60 random bits, such as 'K7QM-2X9D-4TRB'. @param bytes twelve random bytes */
export function makeInvitationCode(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * The code in the form that is hashed, or null if the text is no code. Case, spaces, hyphens and punctuation do not count; O is read as 0, I
 * and L as 1.
 */
export function readInvitationCode(text: string): string | null {
  const letters = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return letters.length === LENGTH && Array.from(letters).every((letter) => ALPHABET.includes(letter)) ? letters : null;
}
