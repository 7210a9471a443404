import type { RxJsonSchema } from 'rxdb';
import type { Row } from '../core/ports.ts';
import type { StoredKey } from '../model/define-table.ts';
import { isSmall, largeTables, tables, type LargeTable, type SmallTable, type TableName } from '../model/tables.ts';

/** Small tables share one collection (SY-3). */
export type CollectionName = LargeTable | 'small';

type Schema = RxJsonSchema<Row>;

/** Longest id, in characters: a UUID, in `small` after the table's name. */
const ID_LENGTH = 64;

const keysOf = (table: LargeTable): Record<string, StoredKey> => tables[table].storage.keys;

/** The indexed keys of a collection, with their lengths. */
const indexedKeys = (collection: CollectionName): Readonly<Record<string, { maxLength: number }>> =>
  collection === 'small' ? { group: { maxLength: ID_LENGTH } } : keysOf(collection);

export function collectionOf(table: TableName): CollectionName {
  return isSmall(table) ? 'small' : table;
}

export const collectionNames: readonly CollectionName[] = ['small', ...largeTables];

/** RxDB gets no validator, so only keys are declared: rows are stored as sent, and parsed when they are read. */
export function schemaOf(collection: CollectionName): Schema {
  const properties: Schema['properties'] = { id: { type: 'string', maxLength: ID_LENGTH } };
  const keys = indexedKeys(collection);
  for (const [key, { maxLength }] of Object.entries(keys)) properties[key] = { type: 'string', maxLength };
  const indexes = Object.keys(keys);
  return { version: 0, primaryKey: 'id', type: 'object', properties, required: indexes, indexes };
}

/** Only the indexes of `read.ts`. RxDB declares more (SY-2), and an index entry costs as much to write as a row. */
export function indexesOf(collection: CollectionName): string {
  return ['id', ...Object.keys(indexedKeys(collection)).map((key) => `[_deleted+${key}+id]`)].join(', ');
}

/** The id of a row in its collection. `rowId` is the inverse. */
export function keyOf(table: TableName, id: string): string {
  return isSmall(table) ? `${table}/${id}` : id;
}

/** Value of the index by which a small table's rows are read. @param day '' for a table whose rows belong to no day */
export function groupOf(table: SmallTable, day: string): string {
  return `${table}/${day}`;
}

/** The indexed keys of a row, and its id in the collection. */
export function storedKeys(table: TableName, row: Row): Record<string, string> {
  if (isSmall(table)) {
    const { day } = tables[table].storage;
    return { id: keyOf(table, row.id), group: groupOf(table, day === null ? '' : String(row[day])) };
  }
  const keys: Record<string, string> = {};
  for (const [key, { of }] of Object.entries(keysOf(table))) keys[key] = of(row);
  return keys;
}

export function rowId(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
