import { createHash } from 'node:crypto';

/** Emotion adds one empty style element and fills it through CSSOM, so the hash of the empty string is enough. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * The Content-Security-Policy of the app's page. Allows inline blocks by hash only.
 *
 * @param html the built index.html
 * @param host host and port of the backend. `connect-src` lists it with ws: and wss: too: 'self' does not cover them
 * in Safari
 * @param radioUrl base URL of an external radio station; it may use http:
 * @param mediaHosts hosts of the images and audio that the operator imported
 */
export function contentPolicy(
  html: string,
  host: string,
  radioUrl: string | null = null,
  mediaHosts: readonly string[] = [],
): string {
  const otherOrigins = [
    `https://${host}`,
    ...(radioUrl === null ? [] : [anyPort(new URL(radioUrl))]),
    ...mediaHosts.map((media) => `https://${media}`),
  ].join(' ');
  const scripts = inlineHashes(html, 'script');
  const styles = inlineHashes(html, 'style');
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles, EMPTY_STYLE].join(' '),
    `img-src 'self' data: blob: ${otherOrigins}`,
    `media-src 'self' blob: ${otherOrigins}`,
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host} ${otherOrigins}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}

/**
 * The station's host with any port. The station announces its stream's URL at runtime, and AzuraCast's Icecast serves
 * the stream on a port other than its web page's.
 */
const anyPort = ({ protocol, hostname }: URL) => `${protocol}//${hostname}:*`;

export function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'gi'));
  return [...blocks]
    .filter(([, attributes]) => !/\ssrc\s*=/i.test(attributes ?? ''))
    .map(
      ([, , content]) =>
        `'sha256-${createHash('sha256')
          .update(content ?? '')
          .digest('base64')}'`,
    );
}

export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;
