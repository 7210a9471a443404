/** What a sender may choose of an object's answers, cut to what it needs to be: all of it comes back to everybody who asks. */

/** A browser asks again after an hour, unless the sender says otherwise. */
const DEFAULT_SECONDS = 3600;
/** A year: caches count no further. */
const MOST_SECONDS = 365 * 24 * 60 * 60;
const MOST_FILE_NAME = 200;
const MOST_SAID = 100;

/** The seconds of `max-age` in a header `cache-control`, or in a number alone, as `max-age=N`. Nothing else of it is kept. */
export function maxAgeOf(text: string | undefined): string {
  const digits = /(?:^|[\s,])(?:max-age\s*=\s*"?)?(\d{1,12})"?\s*(?:,|$)/i.exec((text ?? '').slice(0, 300))?.[1];
  return `max-age=${digits === undefined ? DEFAULT_SECONDS : Math.min(Number(digits), MOST_SECONDS)}`;
}

/** The header `content-disposition` of a download, under the name that was asked for; '' for that of the address. */
export function dispositionOf(download: string): string {
  const plain = download.replace(/[\p{C}\p{Zl}\p{Zp}/\\]+/gu, ' ');
  const name = Array.from(plain).slice(0, MOST_FILE_NAME).join('').trim();
  if (name === '') return 'attachment';
  // RFC 8187 takes fewer characters as they are than encodeURIComponent leaves.
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** A piece of a request as it may be said back in a refusal. */
export function saidBack(text: string): string {
  return text.slice(0, MOST_SAID).replace(/[^ -~]+/g, '?');
}
