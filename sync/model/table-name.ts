import { rowSchemas, type TableName } from './rows.ts';

/** True for the tables that this app keeps; a newer server may send others. */
export function isTableName(table: string): table is TableName {
  return Object.hasOwn(rowSchemas, table);
}
