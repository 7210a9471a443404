export function textAt(bytes: Uint8Array, at: number, text: string): boolean {
  if (at < 0 || at + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Reads a sync-safe integer of ID3v2: four bytes of seven bits each. */
export function syncSafe(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 0; i < 4; i += 1) value = value * 128 + ((bytes[at + i] ?? 0) & 0x7f);
  return value;
}

/** Reads a 32-bit unsigned integer, least significant byte first. */
export function littleEndian(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 3; i >= 0; i -= 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/** Reads a 32-bit unsigned integer, most significant byte first. */
export function bigEndian(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 0; i < 4; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
