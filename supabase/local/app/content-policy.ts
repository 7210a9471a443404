import { createHash } from 'node:crypto';

/** Emotion adds one empty style element and fills it through the style sheet's own interface. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * The Content-Security-Policy of the app's page: nothing inline but the blocks that are in the page itself, by their hash.
 *
 * @param html the built index.html
 * @param host of the backend, with its port; for the socket of Realtime too (Safari's 'self' leaves out ws:)
 * @param radioUrl base address of a station elsewhere, which may be one of http:
 * @param mediaHosts where pictures and sounds that the operator imported lie: nobody else learns who looks at what
 */
export function contentPolicy(
  html: string,
  host: string,
  radioUrl: string | null = null,
  mediaHosts: readonly string[] = [],
): string {
  const elsewhere = [
    `https://${host}`,
    ...(radioUrl === null ? [] : [anyPort(new URL(radioUrl))]),
    ...mediaHosts.map((one) => `https://${one}`),
  ].join(' ');
  const scripts = inlineHashes(html, 'script');
  const styles = inlineHashes(html, 'style');
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles, EMPTY_STYLE].join(' '),
    `img-src 'self' data: blob: ${elsewhere}`,
    `media-src 'self' blob: ${elsewhere}`,
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host} ${elsewhere}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}

/** A station tells its stream's address itself, and that of Icecast has a port of its own beside AzuraCast's page. */
const anyPort = ({ protocol, hostname }: URL) => `${protocol}//${hostname}:*`;

/** Hashes of the inline blocks of one kind, as sources for the policy. */
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

/** Headers of every answer that carries a part of the app. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;
