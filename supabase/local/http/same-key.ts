import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets. Their digests have equal lengths, so timing reveals nothing about a secret. */
export function isSameKey(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
