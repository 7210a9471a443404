import type { RxJsonSchema } from 'rxdb';
import type { Row } from '../core/ports.ts';
import type { StoredKey } from '../model/define-table.ts';
import {
  isSmall,
  largeTables,
  smallTables,
  tables,
  type LargeTable,
  type SmallTable,
  type TableName,
} from '../model/tables.ts';

/** Each large table has a collection of its own; the small ones share one (SY-3). */
export type CollectionName = LargeTable | 'small';

/** RxDB gets no validator: a row is stored as the server sent it, and parsed when it is read. */
type Schema = RxJsonSchema<Row>;

/** The longest primary key: a UUID, in `small` with the name of its table in front. */
const ID_LENGTH = 64;

function schema(columns: readonly string[], keys: Readonly<Record<string, { maxLength: number }>>): Schema {
  const properties: Schema['properties'] = {};
  for (const column of columns) properties[column] = {};
  for (const [key, { maxLength }] of Object.entries(keys)) properties[key] = { type: 'string', maxLength };
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: { ...properties, id: { type: 'string', maxLength: ID_LENGTH }, rev: { type: 'number' } },
    required: ['id', 'rev', ...Object.keys(keys)],
    indexes: Object.keys(keys),
  };
}

const columnsOf = (table: TableName) => Object.keys(tables[table].row.shape);
const keysOf = (table: LargeTable): Record<string, StoredKey> => tables[table].storage.keys;

/** The collection that stores the rows of a table. */
export function collectionOf(table: TableName): CollectionName {
  return isSmall(table) ? 'small' : table;
}

export const collectionNames: readonly CollectionName[] = ['small', ...largeTables];

/** The RxDB schema of a collection, with the indexes that queries need (SY-24). */
export function schemaOf(collection: CollectionName): Schema {
  if (collection !== 'small') return schema(columnsOf(collection), keysOf(collection));
  return schema([...new Set(smallTables.flatMap(columnsOf))], { group: { maxLength: ID_LENGTH } });
}

/**
 * The indexes of a collection in Dexie's notation: only those that `read.ts` uses. RxDB declares more for its own queries,
 * replication and cleanup, which are not used here (SY-2). Writing an index entry costs as much as writing a row.
 */
export function indexesOf(collection: CollectionName): string {
  const keys = collection === 'small' ? ['group'] : Object.keys(keysOf(collection));
  return ['id', ...keys.map((key) => `[_deleted+${key}+id]`)].join(', ');
}

/** The primary key of a row in its collection. */
export function keyOf(table: TableName, id: string): string {
  return isSmall(table) ? `${table}/${id}` : id;
}

/** The value of the index `group` for a small table, or for one day of it. */
export function groupOf(table: SmallTable, day: string): string {
  return `${table}/${day}`;
}

/** The computed keys that are stored with a row, for searching and sorting. */
export function storedKeys(table: TableName, row: Row): Record<string, string> {
  if (isSmall(table)) {
    const { day } = tables[table].storage;
    return { id: keyOf(table, row.id), group: groupOf(table, day === null ? '' : String(row[day])) };
  }
  const keys: Record<string, string> = {};
  for (const [key, { of }] of Object.entries(keysOf(table))) keys[key] = of(row);
  return keys;
}

/** The row's own id behind a primary key. */
export function rowId(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
