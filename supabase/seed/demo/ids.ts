import { createHash } from 'node:crypto';

/** Never change the namespace: a resumed run would create everything again. */
const NAMESPACE = Buffer.from('7d0c1b5e4f6a5c1d9a3e2b8f60d1c9a7', 'hex');

export function demoId(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
