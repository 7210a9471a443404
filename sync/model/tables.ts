import type * as z from 'zod/mini';
import { nameHash } from '../core/names.ts';
import type { TableStorage, Table } from './define-table.ts';
import { blocks } from './tables/blocks.ts';
import { connections } from './tables/connections.ts';
import { favourites } from './tables/favourites.ts';
import { genres } from './tables/genres.ts';
import { messages } from './tables/messages.ts';
import { playlistLikes } from './tables/playlist-likes.ts';
import { playlistTracks } from './tables/playlist-tracks.ts';
import { playlists } from './tables/playlists.ts';
import { releases } from './tables/releases.ts';
import { sharedTracks } from './tables/shared-tracks.ts';
import { storeItems } from './tables/store-items.ts';
import { trackPlays } from './tables/track-plays.ts';
import { trackVotes } from './tables/track-votes.ts';
import { tracks } from './tables/tracks.ts';
import { userBalances } from './tables/user-balances.ts';
import { userCosmetics } from './tables/user-cosmetics.ts';
import { userProfiles } from './tables/user-profiles.ts';
import { userStats } from './tables/user-stats.ts';
import { zapActions } from './tables/zap-actions.ts';
import { zapRules } from './tables/zap-rules.ts';

/** Every synced table by its name in Postgres. When the app starts, the first rows of the large tables are shown in this order. */
export const tables = {
  messages,
  tracks,
  user_profiles: userProfiles,
  user_balances: userBalances,
  user_stats: userStats,
  zap_actions: zapActions,
  track_plays: trackPlays,
  track_votes: trackVotes,
  shared_tracks: sharedTracks,
  favourites,
  playlists,
  playlist_tracks: playlistTracks,
  playlist_likes: playlistLikes,
  releases,
  store_items: storeItems,
  user_cosmetics: userCosmetics,
  connections,
  blocks,
  genres,
  zap_rules: zapRules,
} as const;

type Tables = typeof tables;
export type TableName = keyof Tables;
type Rows = { [T in TableName]: z.infer<Tables[T]['row']> };
export type RowOf<T extends TableName> = Rows[T];
export type SmallTable = { [T in TableName]: Tables[T]['storage']['in'] extends 'small' ? T : never }[TableName];
export type LargeTable = Exclude<TableName, SmallTable>;
/** Small tables whose rows are read by a part that needs them. */
export type OnDemandTable = {
  [T in SmallTable]: Tables[T]['storage'] extends { isOnDemand: true } ? T : never;
}[SmallTable];
/** Small tables whose rows, or those of today, are in memory. */
export type LoadedTable = Exclude<SmallTable, OnDemandTable>;
export type SmallRows = { readonly [T in LoadedTable]: readonly RowOf<T>[] };

export const noSmallRows: SmallRows = {
  user_balances: [],
  user_stats: [],
  zap_actions: [],
  track_plays: [],
  track_votes: [],
  favourites: [],
  playlists: [],
  playlist_likes: [],
  store_items: [],
  user_cosmetics: [],
  connections: [],
  blocks: [],
  genres: [],
  zap_rules: [],
};

export const tableNames = Object.keys(tables).filter(isTableName);

/** Whether this app knows the table. A newer server may send other tables. */
export function isTableName(table: string): table is TableName {
  return Object.hasOwn(tables, table);
}

export function isSmall(table: TableName): table is SmallTable {
  return tables[table].storage.in === 'small';
}

const byName: { [T in TableName]: { row: z.ZodMiniType<Rows[T]> } } = tables;

/** Null if the row does not parse. The replica keeps the row for a newer version of the app. */
export function readRow<T extends TableName>(table: T, row: Record<string, unknown>): RowOf<T> | null {
  const parsed = byName[table].row.safeParse(row);
  if (!parsed.success) console.warn(`sync: a row of ${table} has another form`, row['id'], parsed.error.issues);
  return parsed.success ? parsed.data : null;
}

/** Hash of columns, types, collections and keys. A replica of another form is rebuilt, and the outbox is kept (SY-21). */
export function replicaModel(
  all: readonly Table<string, z.ZodMiniObject, TableStorage>[] = Object.values(tables),
): string {
  return nameHash(JSON.stringify(all.map(({ name, row, storage }) => [name, row.def, storage])));
}

export const smallTables = tableNames.filter(isSmall);
export const loadedTables = smallTables.filter(isLoaded);
export const largeTables = tableNames.filter(isLarge);

function isLoaded(table: SmallTable): table is LoadedTable {
  return !('isOnDemand' in tables[table].storage);
}

function isLarge(table: TableName): table is LargeTable {
  return !isSmall(table);
}
