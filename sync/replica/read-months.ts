import type { Row } from '../core/ports.ts';
import type { SmallTable } from '../model/tables.ts';
import type { Collection } from './database.ts';
import { dexieTable } from './read.ts';
import { groupOf } from './schemas.ts';

const MONTH = 'YYYY-MM';
const INDEX = '[_deleted+group+id]';

/** Reads the rows of a small table from the day `from` to the day `to`, both included, as stored. */
export async function rowsOfDays(small: Collection, table: SmallTable, from: string, to: string): Promise<Row[]> {
  const documents = await dexieTable(small);
  return documents
    .where(INDEX)
    .between(['0', groupOf(table, from), ''], ['0', groupOf(table, to), []])
    .toArray();
}

/** Reads the rows of a small table with a `day` column, as stored, month by month, the latest month first. Skips months without rows. */
export async function* rowsByMonth(small: Collection, table: SmallTable): AsyncGenerator<Row[]> {
  const documents = await dexieTable(small);
  const first = groupOf(table, '');
  const between = (from: string, to: string) => documents.where(INDEX).between(['0', from, ''], ['0', to, '']);
  let end = `${first}\uffff`;
  for (;;) {
    const latest: Row | undefined = await between(first, end).last();
    if (!latest) return;
    const month = String(latest['group']).slice(0, first.length + MONTH.length);
    yield await between(month, end).toArray();
    end = month;
  }
}
