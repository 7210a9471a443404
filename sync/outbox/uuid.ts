import { uuidOf } from '../model/uuid.ts';

/**
 * A UUID v7 (RFC 9562): 48 bits of time, then random bits, so that ids of one device sort by time.
 * @param now milliseconds since the epoch
 */
export function uuidV7(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let time = now;
  for (let i = 5; i >= 0; i--) {
    bytes[i] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  return uuidOf(bytes);
}
