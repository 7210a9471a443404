import {
  balanceRow,
  connectionRow,
  genreRow,
  profileRow,
  sharedTrackRow,
  statsRow,
  storeItemRow,
  trackPlayRow,
  trackVoteRow,
  userCosmeticRow,
  zapActionRow,
  type GenreRow,
  type StoreItemRow,
  type TableName,
} from '../model/rows.ts';
import type * as z from 'zod/mini';
import type { Row } from '../core/ports.ts';
import type { Catalogue } from '../overlay/catalogue.ts';
import type { Conversations } from '../overlay/conversations.ts';
import { untilNextUtcDay, utcDay } from '../overlay/days.ts';
import type { OwnRows } from '../overlay/me.ts';
import type { ReplicaDatabase } from '../replica/database.ts';
import { allRows, firstRows, watchGroup, watchRows } from '../replica/read.ts';
import { placeOf } from '../replica/schemas.ts';

/** Cards that paint before the rest of the catalogue is read. */
const FIRST_CARDS = 50;
/** Rows read at once: more hold the page's thread for longer than a frame (SY-23). */
const CHUNK = 250;
/** A write of as many rows is a slice of a page; its lists are told at most once in this many milliseconds. */
const MANY = 16;
const SETTLE_MS = 250;
/** Timers of browsers wrap around above about 24 days; a phone that slept is late anyway. */
const DAY_CHECK_MS = 60_000;

export interface FeedSinks {
  catalogue: Catalogue;
  conversations: Conversations;
  genres(rows: readonly GenreRow[]): void;
  storeItems(rows: readonly StoreItemRow[]): void;
  own(part: Partial<OwnRows>): void;
  /** The first cards of an earlier visit are in the catalogue. */
  firstCards(): void;
  /** Everything the device has is in the catalogue. */
  loaded(): void;
  /** Something could not be read: what is shown may stand still or be missing. */
  failed(error: unknown): void;
  /** A new UTC day has begun. */
  dayChanged(): void;
  now(): number;
}

/** Reads the replica into the views and keeps them up to date, from this tab's pulls and others'. Returns how to stop. */
export function feedViews(database: ReplicaDatabase, userId: string | null, sinks: FeedSinks): () => void {
  const { collections } = database;
  const watch = watcherOf(database, sinks);
  const stops: (() => void)[] = [];
  let stopped = false;
  const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

  // Listening before reading: a change in between comes twice, and the older of two revisions is dropped.
  const lists = settleLater(sinks.catalogue);
  stops.push(
    lists.stop,
    watchRows(collections.tracks, (changes) => {
      if (changes.length < MANY) return sinks.catalogue.offer(changes);
      sinks.catalogue.offerSlice(changes);
      lists.soon();
    }),
  );
  stops.push(
    watch('genres', genreRow, (rows) => sinks.genres(rows.sort((a, b) => a.position - b.position))),
    watch('store_items', storeItemRow, (rows) =>
      sinks.storeItems(
        rows
          .filter((item) => item.is_active)
          .sort((a, b) => a.zap_cost - b.zap_cost || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
      ),
    ),
  );

  const offer = (rows: Row[]) => {
    if (stopped) return;
    sinks.catalogue.offerSlice(rows.map((row) => ({ id: row.id, row })));
    lists.soon();
  };
  const offerMessages = (rows: Row[]) => {
    if (!stopped) sinks.conversations.offer(rows.map((row) => ({ id: row.id, row })));
  };
  const load = async () => {
    const first = await firstRows(collections.tracks, 'explore_key', FIRST_CARDS);
    offer(first);
    sinks.catalogue.settle();
    if (first.length > 0 && !stopped) sinks.firstCards();
    await breathe();
    if (userId !== null) await allRows(collections.messages, CHUNK, offerMessages, breathe);
    await allRows(collections.tracks, CHUNK, offer, breathe);
    sinks.catalogue.settle();
    if (!stopped) sinks.loaded();
  };
  // A replica that was closed under the reading belongs to somebody who has left.
  load().catch((error: unknown) => !stopped && sinks.failed(error));

  if (userId !== null) stops.push(feedOwn(database, userId, sinks));
  return () => {
    stopped = true;
    for (const stop of stops) stop();
  };
}

/** Tells the lists of slices, some of them together: each telling costs as much as the whole list is long. */
function settleLater(catalogue: Catalogue): { soon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = null;
        catalogue.settle();
      }, SETTLE_MS);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

type WatchSmall = <T>(
  table: TableName,
  schema: z.ZodMiniType<T>,
  onRows: (rows: T[]) => void,
  day?: string,
) => () => void;

/** Watches every row of a table that rests in the collection of small tables; of one day where they are found by the day. */
function watcherOf({ collections }: ReplicaDatabase, sinks: FeedSinks): WatchSmall {
  return (table, schema, onRows, day = '') =>
    watchGroup(collections.small, 'place', placeOf(table, day), (row) => parse(schema, row), onRows, sinks.failed);
}

/** The person's own rows; those of today are asked for anew when the UTC day changes (S-9). */
function feedOwn(database: ReplicaDatabase, userId: string, sinks: FeedSinks): () => void {
  const { collections } = database;
  const watch = watcherOf(database, sinks);
  const mine = (row: { user_id: string }) => row.user_id === userId;
  const stops = [
    watchGroup(
      collections.user_profiles,
      'id',
      userId,
      (row) => parse(profileRow, row),
      ([profile = null]) => sinks.own({ profile }),
      sinks.failed,
    ),
    watch('user_balances', balanceRow, (rows) => sinks.own({ balance: rows.find(mine) ?? null })),
    watch('user_stats', statsRow, (rows) => sinks.own({ stats: rows.find(mine) ?? null })),
    watch('track_votes', trackVoteRow, (rows) => sinks.own({ votes: rows.filter(mine) })),
    watch('user_cosmetics', userCosmeticRow, (rows) => sinks.own({ cosmetics: rows.filter(mine) })),
    watch('connections', connectionRow, (rows) => sinks.own({ connections: rows })),
    watchGroup(
      collections.shared_tracks,
      'user_id',
      userId,
      (row) => parse(sharedTrackRow, row),
      (shares) => sinks.own({ shares }),
      sinks.failed,
    ),
    watchRows(collections.messages, (changes) => sinks.conversations.offer(changes)),
  ];
  let day = '';
  let stopDay = () => {};
  const watchDay = () => {
    const today = utcDay(sinks.now());
    if (today === day) return;
    stopDay();
    if (day !== '') sinks.dayChanged();
    day = today;
    const stopPlays = watch('track_plays', trackPlayRow, (rows) => sinks.own({ plays: rows.filter(mine) }), today);
    const stopZaps = watch('zap_actions', zapActionRow, (rows) => sinks.own({ zaps: rows.filter(mine) }), today);
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

function parse<T>(schema: z.ZodMiniType<T>, row: Row): T | null {
  const parsed = schema.safeParse(row);
  return parsed.success ? parsed.data : null;
}
