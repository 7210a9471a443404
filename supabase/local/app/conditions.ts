import type { IncomingMessage } from 'node:http';

/** Encodings of precompressed files, preferred one first, with the suffix of the compressed copy. */
export const packings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

export type Encoding = (typeof packings)[number]['name'];

/** Whether the client accepts this encoding; a quality of 0 means no. */
export function acceptsEncoding(req: IncomingMessage, name: Encoding): boolean {
  return new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(req.headers['accept-encoding'] ?? '');
}

/** Whether the client already has the version with this ETag. */
export function hasTag(req: IncomingMessage, etag: string): boolean {
  return (req.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
