import { z } from 'zod';
import { anyRow } from '../../sync/model/wire.ts';
import type { Actor, TestDatabase } from '../../tests/support/postgres.ts';
import { createTrack } from './scene.ts';

/** A place in Explore's order, after which the next page begins. */
export const position = z.object({ average_vote_rating: z.number(), created_at: z.string(), id: z.string() });
export type Position = z.infer<typeof position>;

const visitResponse = z.object({
  epoch: z.string(),
  floor: z.string(),
  mark: z.nullable(z.string()),
  server_time: z.string(),
  rows: z.array(anyRow),
  next: z.nullable(position),
  next_artist: z.optional(z.nullable(z.object({ score: z.number(), created_at: z.string(), id: z.string() }))),
  found: z.optional(
    z.object({
      match: z.enum(['exact', 'close']),
      tracks: z.array(z.string()),
      people: z.array(z.object({ id: z.string(), tracks: z.number() })),
      total: z.number(),
    }),
  ),
  reset: z.optional(z.enum(['epoch', 'update'])),
});
export type VisitResponse = z.infer<typeof visitResponse>;

export async function visit(
  actor: Actor,
  what: Readonly<Record<string, unknown>>,
  request: Readonly<Record<string, unknown>> = {},
): Promise<VisitResponse> {
  return visitResponse.parse(await actor.rpc('visit_rows', { p: { v: 1, epoch: null, what, ...request } }));
}

export const idsOf = ({ rows }: Pick<VisitResponse, 'rows'>, table: string): string[] =>
  rows.flatMap(({ t, row }) => (t === table ? [row.id] : []));

/** Reads up to 20 pages. @param between runs before each further page @returns the ids of each page's tracks */
export async function readAll(
  actor: Actor,
  what: Readonly<Record<string, unknown>>,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<string[][]> {
  const pages: string[][] = [];
  let after: Position | null = null;
  do {
    if (after) await between(pages.length);
    const page = await visit(actor, { ...what, after });
    pages.push(idsOf(page, 'tracks'));
    after = page.next;
  } while (after && pages.length < 20);
  return pages;
}

interface TrackFacts {
  readonly title?: string;
  readonly artistName?: string;
  readonly genre?: string;
  readonly rating?: number;
  readonly createdAt?: string;
  readonly sponsored?: boolean;
  readonly isPublic?: boolean;
}

export async function createTrackWith(db: TestDatabase, owner: string, facts: TrackFacts): Promise<string> {
  const id = await createTrack(db, owner, { rating: facts.rating ?? 0, isPublic: facts.isPublic ?? true });
  await db.sql`
    update public.tracks set title = ${facts.title ?? 'Night Bus'}, artist_name = ${facts.artistName ?? 'Someone'},
      genre = ${facts.genre ?? 'House'}, created_at = coalesce(${facts.createdAt ?? null}::text::timestamptz, created_at),
      sponsored = ${facts.sponsored ?? false}, sponsored_at = case when ${facts.sponsored ?? false} then now() end
    where id = ${id}`;
  return id;
}

/** Ways to hide a public track from others, or to delete it. */
export const waysToHide: Readonly<Record<string, (db: TestDatabase, id: string) => Promise<unknown>>> = {
  'made private': (db, id) => db.sql`update public.tracks set is_public = false where id = ${id}`,
  'hidden by the operator': (db, id) =>
    db.sql`update public.tracks set is_public = false, hidden_at = now() where id = ${id}`,
  'marked as deleted': (db, id) => db.sql`update public.tracks set deleted_at = now() where id = ${id}`,
  deleted: (db, id) => db.sql`delete from public.tracks where id = ${id}`,
};
