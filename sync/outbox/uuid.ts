import { uuidOf } from '../model/uuid.ts';

/** UUID v7 (RFC 9562), so that ids of one device sort by time. @param now in ms since the epoch */
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
