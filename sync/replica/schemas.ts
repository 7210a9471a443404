import type { RxJsonSchema } from 'rxdb';
import type { Row } from '../core/ports.ts';
import { rowSchemas, type TableName } from '../model/rows.ts';
import { exploreKey } from './explore-key.ts';

/**
 * The collections of the replica: one for each synced table, with the indexes that queries need (SY-24). RxDB is given no
 * validator: rows were parsed with the Zod schemas of the model when they arrived.
 */
type Schema = RxJsonSchema<Row>;

/** UUIDs and the like; the primary key needs a bound. */
const ID_LENGTH = 64;

function schema(name: TableName, indexes: Record<string, number>): Schema {
  const properties: Schema['properties'] = {};
  for (const column of Object.keys(rowSchemas[name].shape)) properties[column] = {};
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

export const schemas: Record<TableName, Schema> = {
  tracks: schema('tracks', { explore_key: 24 }),
  user_profiles: schema('user_profiles', {}),
  user_balances: schema('user_balances', {}),
  user_stats: schema('user_stats', {}),
  zap_actions: schema('zap_actions', { credited_on: 10 }),
  track_plays: schema('track_plays', { played_on: 10 }),
  genres: schema('genres', {}),
};

/** Adds what the device stores beside the server's columns: the keys that queries sort by. */
export function withKeys(table: string, row: Row): Row {
  return table === 'tracks' ? { ...row, explore_key: exploreKey(row) } : row;
}
