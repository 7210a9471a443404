import type { RxJsonSchema } from 'rxdb';
import type { Row } from '../core/ports.ts';
import { rowSchemas, tableNames, type TableName } from '../model/rows.ts';
import { exploreKey } from './explore-key.ts';

/**
 * Where the tables rest. RxDB opens 13 collections without a licence, and each is an IndexedDB database of its own that a
 * start has to open; two generations are open during a rebuild (SY-3, SY-8). So the tables of few rows share one, `small`.
 */
export type CollectionName = 'tracks' | 'user_profiles' | 'shared_tracks' | 'messages' | 'small';

/** RxDB is given no validator: rows were parsed with the Zod schemas of the model when they arrived. */
type Schema = RxJsonSchema<Row>;

/** UUIDs, in `small` behind the name of their table; the primary key needs a bound. */
const ID_LENGTH = 64;

function schema(columns: readonly string[], indexes: Record<string, number>): Schema {
  const properties: Schema['properties'] = {};
  for (const column of columns) properties[column] = {};
  for (const [column, maxLength] of Object.entries(indexes)) properties[column] = { type: 'string', maxLength };
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: { ...properties, id: { type: 'string', maxLength: ID_LENGTH }, rev: { type: 'number' } },
    required: ['id', 'rev', ...Object.keys(indexes)],
    indexes: Object.keys(indexes),
  };
}

const columnsOf = (name: TableName) => Object.keys(rowSchemas[name].shape);
const isSmall = (name: TableName) => collectionOf(name) === 'small';
const smallColumns = new Set(tableNames.filter(isSmall).flatMap(columnsOf));

/** The collection in which the rows of a table rest. */
export function collectionOf(table: TableName): CollectionName {
  return table === 'tracks' || table === 'user_profiles' || table === 'shared_tracks' || table === 'messages'
    ? table
    : 'small';
}

/** The collections, with the indexes that queries need (SY-24). */
export const schemas: Record<CollectionName, Schema> = {
  tracks: schema(columnsOf('tracks'), { explore_key: 24 }),
  user_profiles: schema(columnsOf('user_profiles'), {}),
  shared_tracks: schema(columnsOf('shared_tracks'), { user_id: ID_LENGTH }),
  messages: schema(columnsOf('messages'), {}),
  small: schema([...smallColumns], { place: ID_LENGTH }),
};

/** The primary key of a row in its collection. */
export function keyOf(table: TableName, id: string): string {
  return isSmall(table) ? `${table}/${id}` : id;
}

/** The value of `place` under which a table of `small` is found whole, or the days of one that is read by the day. */
export function placeOf(table: TableName, day = ''): string {
  return `${table}/${day}`;
}

/** Adds what the device stores beside the server's columns: the keys that queries search and sort by. */
export function toDocument(table: TableName, row: Row): Row {
  if (table === 'tracks') return { ...row, explore_key: exploreKey(row) };
  if (!isSmall(table)) return row;
  const day = table === 'zap_actions' ? row['credited_on'] : table === 'track_plays' ? row['played_on'] : '';
  return { ...row, id: keyOf(table, row.id), place: placeOf(table, String(day)) };
}

/** A stored document without what RxDB and our keys add. */
export function toRow(document: Record<string, unknown>): Row {
  const { _deleted, _attachments, _meta, _rev, explore_key, place, ...row } = document;
  void [_deleted, _attachments, _meta, _rev, explore_key, place];
  return { ...row, id: rowId(String(row['id'])), rev: Number(row['rev']) };
}

/** The row's own id behind a primary key. */
export function rowId(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
