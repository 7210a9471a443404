/** Limits of values that clients choose and responses repeat: the max-age, the name of a download, and texts in error messages. */

/** The max-age when the uploader gives no valid one. */
const DEFAULT_SECONDS = 3600;
const MAX_SECONDS = 365 * 24 * 60 * 60;
/** Characters of the name of a download. */
const MAX_FILE_NAME = 200;
/** Characters of a request that a response repeats. */
const MAX_ECHOED = 100;

/** Reduces a `cache-control` header, or a plain number of seconds, to `max-age=N`. */
export function maxAgeOf(text: string | undefined): string {
  const digits = /(?:^|[\s,])(?:max-age\s*=\s*"?)?(\d{1,12})"?\s*(?:,|$)/i.exec((text ?? '').slice(0, 300))?.[1];
  return `max-age=${digits === undefined ? DEFAULT_SECONDS : Math.min(Number(digits), MAX_SECONDS)}`;
}

/** The `content-disposition` header for a download under this name. */
export function dispositionOf(download: string): string {
  const plain = download.replace(/[\p{C}\p{Zl}\p{Zp}/\\]+/gu, ' ');
  const name = Array.from(plain).slice(0, MAX_FILE_NAME).join('').trim();
  if (name === '') return 'attachment';
  // encodeURIComponent leaves ' ( ) * unescaped, which RFC 8187 does not allow.
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

export function safeToEcho(text: string): string {
  return text.slice(0, MAX_ECHOED).replace(/[^ -~]+/g, '?');
}
