import {
  linkedPage,
  parsePreview,
  PREVIEW_TIMEOUT_MS,
  withPreview,
  type LinkedPage,
  type LinkPreview,
} from '../_shared/link-preview.ts';
import { callProcedure, readPublicUrl, readVariable, type Project } from '../_shared/service.ts';

const PAGE_TIMEOUT_MS = 4_000;
const passedHeaders = [
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
];

/**
 * `link-preview`, for an app on a static host: `/link-preview/track/{id}`, and the same for `release`, `playlist` and
 * `profile`, return the page of the host at PUBLIC_URL, with preview tags in its head when strangers may see it. In every
 * other case, and when the database does not answer in time, the page is unchanged.
 */
export default {
  async fetch(request: Request, context?: unknown): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Use GET.\n', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    try {
      const appOrigin = new URL(readVariable(context, 'PUBLIC_URL')).origin;
      // The public key suffices, because a preview shows only what strangers may see.
      const project = { url: readVariable(context, 'SUPABASE_URL'), key: readVariable(context, 'SUPABASE_ANON_KEY') };
      const page = linkedPage(new URL(request.url).pathname.replace(/^.*\/link-preview(?=\/)/, ''));
      const [app, preview] = await Promise.all([fetchApp(appOrigin), page && readPreview(project, page)]);
      const html = await app.text();
      const origins = { app: appOrigin, files: readPublicUrl(context, project) };
      return new Response(page && preview ? withPreview(html, page, preview, origins) : html, {
        headers: headersOf(app),
      });
    } catch (error) {
      console.error('link-preview:', error instanceof Error ? error.message : error);
      return new Response('The page could not be read. Please try again.\n', { status: 502 });
    }
  },
};

async function fetchApp(appOrigin: string): Promise<Response> {
  const response = await fetch(`${appOrigin}/index.html`, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${appOrigin}/index.html answered ${response.status}`);
  return response;
}

async function readPreview(project: Project, { kind, id }: LinkedPage): Promise<LinkPreview | null> {
  try {
    const signal = AbortSignal.timeout(PREVIEW_TIMEOUT_MS);
    return parsePreview(
      await callProcedure(project, 'get_link_preview', { p_page: kind, p_id: id }, { signal, isRepeatable: true }),
    );
  } catch (error) {
    console.error('link-preview:', error instanceof Error ? error.message : error);
    return null;
  }
}

function headersOf({ headers }: Response): Headers {
  const passed = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  for (const name of passedHeaders) {
    const value = headers.get(name);
    if (value !== null) passed.set(name, value);
  }
  return passed;
}
