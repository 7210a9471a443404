import type postgres from 'postgres';
import {
  linkedPage,
  parsePreview,
  PREVIEW_TIMEOUT_MS,
  withPreview,
  type LinkedPage,
} from '../../functions/_shared/link-preview.ts';
import { reasonOf } from '../start-error.ts';
import { answerWithin } from '../postgres/answer-within.ts';

/** Resolves to a function that inserts the path's preview into a page; null for a path without a preview. */
export type FindPreview = (path: string) => Promise<((html: string) => string) | null>;

/**
 * Reads previews from the database. When a read fails or times out, the error is logged and the page has no preview.
 *
 * @param origin public origin of this server
 */
export function createLinkPreviews(sql: postgres.Sql, origin: string, log: (line: string) => void): FindPreview {
  return async (path) => {
    const page = linkedPage(path);
    if (!page) return null;
    try {
      const preview = parsePreview(await answerWithin(PREVIEW_TIMEOUT_MS, readPreview(sql, page)));
      return preview && ((html) => withPreview(html, page, preview, { app: origin, files: origin }));
    } catch (error) {
      log(`The link preview of ${path} could not be read: ${reasonOf(error)}`);
      return null;
    }
  };
}

async function readPreview(sql: postgres.Sql, { kind, id }: LinkedPage): Promise<unknown> {
  return await sql.begin(async (tx) => {
    // After the timeout, the query must not keep holding a connection.
    const limit = tx`select set_config('statement_timeout', ${String(PREVIEW_TIMEOUT_MS)}, true)`;
    const rows = tx<{ preview: unknown }[]>`select public.get_link_preview(${kind}, ${id}) as preview`;
    const [, [row]] = await Promise.all([limit, rows]);
    return row?.preview;
  });
}
