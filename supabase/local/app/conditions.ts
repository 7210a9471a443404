import type { IncomingMessage } from 'node:http';

/** How a part of the app may be packed, the better way first, and how the packed copy of a file is called. */
export const packings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

export type Encoding = (typeof packings)[number]['name'];

/** Whether the other side unpacks this; a quality of 0 is a no. */
export function acceptsEncoding(req: IncomingMessage, name: Encoding): boolean {
  return new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(req.headers['accept-encoding'] ?? '');
}

/** Whether the other side has what this tag stands for. */
export function hasTag(req: IncomingMessage, etag: string): boolean {
  return (req.headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
