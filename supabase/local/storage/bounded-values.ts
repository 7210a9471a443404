/** Bounds the response headers that an uploader may choose, because every reader of the object receives them. */

/** By default a browser revalidates after an hour. */
const DEFAULT_SECONDS = 3600;
/** A year, the most that caches honour. */
const MAX_SECONDS = 365 * 24 * 60 * 60;
const MAX_FILE_NAME = 200;
const MAX_ECHOED = 100;

/** Reduces a `cache-control` header, or a plain number of seconds, to `max-age=N`; drops everything else. */
export function maxAgeOf(text: string | undefined): string {
  const digits = /(?:^|[\s,])(?:max-age\s*=\s*"?)?(\d{1,12})"?\s*(?:,|$)/i.exec((text ?? '').slice(0, 300))?.[1];
  return `max-age=${digits === undefined ? DEFAULT_SECONDS : Math.min(Number(digits), MAX_SECONDS)}`;
}

/** The `content-disposition` header of a download with the requested file name; for '' browsers use the URL's. */
export function dispositionOf(download: string): string {
  const plain = download.replace(/[\p{C}\p{Zl}\p{Zp}/\\]+/gu, ' ');
  const name = Array.from(plain).slice(0, MAX_FILE_NAME).join('').trim();
  if (name === '') return 'attachment';
  // RFC 8187 leaves fewer characters unescaped than encodeURIComponent.
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** A part of a request in a form that is safe to echo in a refusal. */
export function safeToEcho(text: string): string {
  return text.slice(0, MAX_ECHOED).replace(/[^ -~]+/g, '?');
}
