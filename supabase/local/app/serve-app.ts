import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { linkedPage } from '../../functions/_shared/link-preview.ts';
import { HttpError } from '../http/http-error.ts';
import type { Exchange } from '../http/router.ts';
import { acceptsEncoding, hasTag, packings, type Encoding } from './conditions.ts';
import { contentPolicy, safetyHeaders } from './content-policy.ts';
import type { FindPreview } from './link-previews.ts';
import { sendPage } from './send-page.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
};

export interface AppServerOptions {
  readonly distDir: string;
  /** Base URL of an external radio station; null when the stack runs its own. */
  readonly radioUrl: string | null;
  readonly mediaHosts: readonly string[];
  readonly findPreview: FindPreview;
}

/** Serves hashed assets as immutable, and the shell for every page URL. The shell is always revalidated. */
export function createAppServer({
  distDir,
  radioUrl,
  mediaHosts,
  findPreview,
}: AppServerOptions): (exchange: Exchange) => Promise<void> {
  const root = resolve(distDir);
  const policyOf = (html: string, { host }: URL) => contentPolicy(html, host, radioUrl, mediaHosts);
  return async (exchange) => {
    const { req, url } = exchange;
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new HttpError(405, 'Method not allowed', 'Use GET.', { allow: 'GET, HEAD' });
    }
    const path = decodePath(url.pathname);
    const requested = path === null || path === '/' ? null : await findFile(root, path);
    if (requested && path === '/service-worker.js') return await sendWorker(exchange, requested, root, policyOf);
    if (requested) return await sendFile(exchange, requested, root, policyOf);
    if (path !== '/' && (path === null || !isPageLoad(req, path) || path.startsWith('/assets/'))) {
      throw new HttpError(404, 'Not found', 'There is nothing at this address.');
    }
    const shell = await findFile(root, '/index.html');
    if (!shell)
      throw new HttpError(
        503,
        'Not built',
        'The app is not built yet. Run "npm run build", or start with "npm start".',
      );
    const addPreview = await findPreview(path);
    if (!addPreview) return await sendFile(exchange, shell, root, policyOf);
    const html = await readFile(shell.file, 'utf8');
    await sendPage(exchange, addPreview(html), {
      ...headersOf(shell.file, root),
      // Computed from the built page, so that no script in an inserted preview can run.
      'content-security-policy': policyOf(html, url),
    });
  };
}

interface FoundFile {
  readonly file: string;
  readonly stats: Stats;
}

async function findFile(root: string, path: string): Promise<FoundFile | null> {
  const file = join(root, path);
  // Compressed copies are reachable through Accept-Encoding only, not by URL.
  if (!file.startsWith(root + sep) || /\.(br|gz)$/.test(file) || path.split('/').some((part) => part.startsWith('.')))
    return null;
  const stats = await statOrNull(file);
  return stats?.isFile() ? { file, stats } : null;
}

async function sendFile(
  { req, res, url }: Exchange,
  { file, stats }: FoundFile,
  root: string,
  policyOf: (html: string, url: URL) => string,
): Promise<void> {
  const tag = `${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}`;
  const encoding = await pickEncoding(req, file, stats);
  const etag = `"${tag}${encoding === null ? '' : `-${encoding}`}"`;
  const headers: Record<string, string> = {
    ...headersOf(file, root),
    etag,
    'last-modified': stats.mtime.toUTCString(),
  };
  if (file === join(root, 'index.html')) {
    headers['content-security-policy'] = policyOf(await readFile(file, 'utf8'), url);
  }
  if (hasTag(req, etag)) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  const suffix = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : '';
  const { size } = suffix === '' ? stats : await stat(file + suffix);
  if (encoding !== null) headers['content-encoding'] = encoding;
  res.writeHead(200, { ...headers, 'content-length': size });
  if (req.method === 'HEAD') res.end();
  else await pipeline(createReadStream(file + suffix), res);
}

/**
 * Mixes a hash of the page's headers into the page's precache revision. A device caches the page together with its
 * policy, so a changed policy (another radio station or image host) must make it fetch the page again.
 */
async function sendWorker(
  exchange: Exchange,
  { file }: FoundFile,
  root: string,
  policyOf: (html: string, url: URL) => string,
): Promise<void> {
  const shell = join(root, 'index.html');
  const headers = JSON.stringify([headersOf(shell, root), policyOf(await readFile(shell, 'utf8'), exchange.url)]);
  const withRevision = (await readFile(file, 'utf8')).replace(
    /("revision":")([0-9a-f]{32})(","url":"index\.html")/,
    (_, before: string, revision: string, after: string) =>
      `${before}${createHash('md5').update(`${revision}${headers}`).digest('hex')}${after}`,
  );
  await sendPage(exchange, withRevision, headersOf(file, root));
}

function headersOf(file: string, root: string): Record<string, string> {
  return {
    ...safetyHeaders,
    'cache-control': cachePolicy(file, root),
    vary: 'accept-encoding',
    'content-type': types[extname(file)] ?? 'application/octet-stream',
  };
}

async function pickEncoding(req: IncomingMessage, file: string, stats: Stats): Promise<Encoding | null> {
  for (const { name, suffix } of packings) {
    if (!acceptsEncoding(req, name)) continue;
    const packed = await statOrNull(file + suffix);
    // An older compressed copy is left over from an earlier build.
    if (packed && packed.mtimeMs >= stats.mtimeMs) return name;
  }
  return null;
}

function cachePolicy(file: string, root: string): string {
  const hashed = file.startsWith(join(root, 'assets') + sep) && /-[\w-]{8,}\.[\w.]+$/.test(file);
  if (hashed) return 'public, max-age=31536000, immutable';
  // The lock screen requests the icon with each track that has no cover.
  return file.startsWith(join(root, 'icons') + sep) ? 'public, max-age=86400' : 'no-cache';
}

/** Whether the request loads a page. A missing script or image must get a 404: the cache would keep the shell in its place. */
function isPageLoad(req: IncomingMessage, path: string): boolean {
  if (req.headers['sec-fetch-mode'] === 'navigate' || (req.headers.accept ?? '').includes('text/html')) return true;
  // Crawlers that build link previews accept anything, so they are recognised by path.
  return linkedPage(path) !== null;
}

function decodePath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\0') || path.includes('\\') ? null : path;
  } catch {
    return null;
  }
}

async function statOrNull(file: string): Promise<Stats | null> {
  try {
    return await stat(file);
  } catch {
    return null;
  }
}
