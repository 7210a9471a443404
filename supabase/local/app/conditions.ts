import type { IncomingMessage } from 'node:http';

/** Encodings of the compressed copies of a file, the preferred one first, with the suffixes of their names. */
export const packings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

export type Encoding = (typeof packings)[number]['name'];

/** Whether the client accepts the encoding. A quality of 0 means no. */
export function acceptsEncoding(req: IncomingMessage, name: Encoding): boolean {
  return new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(req.headers['accept-encoding'] ?? '');
}

export function hasTag(req: IncomingMessage, etag: string): boolean {
  return (req.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
