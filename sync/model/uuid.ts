/** UUID v4 (RFC 9562). `crypto.randomUUID` does not exist over plain HTTP. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  return uuidOf(bytes);
}

/** Sets the variant of RFC 9562; the caller has set the version. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, i) =>
    (i === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
