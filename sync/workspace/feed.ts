import type { GenreRow } from '../model/rows.ts';
import { balanceRow, genreRow, profileRow, statsRow, trackPlayRow, zapActionRow } from '../model/rows.ts';
import type * as z from 'zod/mini';
import type { Row } from '../core/ports.ts';
import type { Catalogue } from '../overlay/catalogue.ts';
import { untilNextUtcDay, utcDay } from '../overlay/days.ts';
import type { OwnRows } from '../overlay/me.ts';
import type { ReplicaDatabase } from '../replica/database.ts';
import { allRows, firstRows, watchQuery, watchRows } from '../replica/read.ts';

/** Cards that paint before the rest of the catalogue is read. */
const FIRST_CARDS = 50;
const CHUNK = 2_000;
/** Timers of browsers wrap around above about 24 days; a phone that slept is late anyway. */
const DAY_CHECK_MS = 60_000;

export interface FeedSinks {
  catalogue: Catalogue;
  genres(rows: readonly GenreRow[]): void;
  own(part: Partial<OwnRows>): void;
  /** The first cards of an earlier visit are in the catalogue. */
  firstCards(): void;
  /** Everything the device has is in the catalogue. */
  loaded(): void;
  /** A new UTC day has begun. */
  dayChanged(): void;
  now(): number;
}

/** Reads the replica into the views and keeps them up to date, from this tab's pulls and others'. Returns how to stop. */
export function feedViews(database: ReplicaDatabase, userId: string | null, sinks: FeedSinks): () => void {
  const { collections } = database;
  const stops: (() => void)[] = [];
  let stopped = false;
  const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

  // Listening before reading: a change in between comes twice, and the older of two revisions is dropped.
  stops.push(watchRows(collections.tracks, (changes) => sinks.catalogue.offer(changes)));
  stops.push(
    watchQuery(collections.genres.find(), (rows) =>
      sinks.genres(parseAll(genreRow, rows).sort((a, b) => a.position - b.position)),
    ),
  );

  const offer = (rows: Row[]) => {
    if (!stopped) sinks.catalogue.offer(rows.map((row) => ({ id: row.id, row })));
  };
  const load = async () => {
    const first = await firstRows(collections.tracks, 'explore_key', FIRST_CARDS);
    offer(first);
    if (first.length > 0 && !stopped) sinks.firstCards();
    await breathe();
    await allRows(collections.tracks, CHUNK, offer, breathe);
    if (!stopped) sinks.loaded();
  };
  // A replica that was closed under the reading belongs to an owner who has gone.
  load().catch(() => undefined);

  if (userId !== null) stops.push(feedOwn(database, userId, sinks));
  return () => {
    stopped = true;
    for (const stop of stops) stop();
  };
}

/** The person's own rows; those of today are asked for anew when the UTC day changes (S-9). */
function feedOwn({ collections }: ReplicaDatabase, userId: string, sinks: FeedSinks): () => void {
  const one = <T>(rows: Row[], schema: z.ZodMiniType<T>) => parseAll(schema, rows)[0] ?? null;
  const own = { selector: { id: userId } };
  const stops = [
    watchQuery(collections.user_profiles.find(own), (rows) => sinks.own({ profile: one(rows, profileRow) })),
    watchQuery(collections.user_balances.find(own), (rows) => sinks.own({ balance: one(rows, balanceRow) })),
    watchQuery(collections.user_stats.find(own), (rows) => sinks.own({ stats: one(rows, statsRow) })),
  ];
  let day = '';
  let stopDay = () => {};
  const watchDay = () => {
    const today = utcDay(sinks.now());
    if (today === day) return;
    stopDay();
    if (day !== '') sinks.dayChanged();
    day = today;
    const mine = (row: { user_id: string }) => row.user_id === userId;
    const stopPlays = watchQuery(
      collections.track_plays.find({ selector: { played_on: today }, index: 'played_on' }),
      (rows) => sinks.own({ plays: parseAll(trackPlayRow, rows).filter(mine) }),
    );
    const stopZaps = watchQuery(
      collections.zap_actions.find({ selector: { credited_on: today }, index: 'credited_on' }),
      (rows) => sinks.own({ zaps: parseAll(zapActionRow, rows).filter(mine) }),
    );
    stopDay = () => {
      stopPlays();
      stopZaps();
    };
  };
  watchDay();
  let timer: ReturnType<typeof setTimeout>;
  const next = () => {
    timer = setTimeout(
      () => {
        watchDay();
        next();
      },
      Math.min(DAY_CHECK_MS, untilNextUtcDay(sinks.now()) + 50),
    );
  };
  next();
  return () => {
    clearTimeout(timer);
    stopDay();
    for (const stop of stops) stop();
  };
}

/** A row of an older app that no longer parses is not shown; the next pull of it mends that. */
function parseAll<T>(schema: z.ZodMiniType<T>, rows: readonly Row[]): T[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}
