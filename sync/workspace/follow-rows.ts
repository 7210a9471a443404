import type { Scope } from '../api.ts';
import type { SmallTable } from '../model/tables.ts';
import { readRow, type RowOf } from '../model/tables.ts';
import type { ReplicaDatabase } from '../replica/database.ts';
import { watchGroup } from '../replica/read.ts';
import { groupOf } from '../replica/schemas.ts';
import type { Views } from './views.ts';

export interface RowSource {
  /** The replica's present database. */
  database(): Promise<ReplicaDatabase>;
  views: Pick<Views, 'isFilled'>;
  onClose: Scope['onClose'];
}

/**
 * Reads all rows of a small table that is loaded on demand, and follows their changes until the scope closes. Resolves once they have been
 * read; rejects if they cannot be read, or if the scope closes before.
 */
export async function followRows<T extends SmallTable>(
  { database, views, onClose }: RowSource,
  table: T,
  onRows: (rows: readonly RowOf<T>[]) => void,
): Promise<void> {
  let stop = () => undefined as void;
  let isClosed = false;
  let close = () => undefined as void;
  const read = new Promise<void>((resolve, reject) => {
    const watch = async () => {
      const small = (await database()).collection('small');
      stop();
      if (isClosed) return;
      stop = watchGroup(
        small,
        groupOf(table, ''),
        (row) => readRow(table, row),
        (rows) => {
          onRows(rows);
          resolve();
        },
        reject,
      );
    };
    // After a rebuild the rows are in another database. If these cannot be read, the earlier rows stay.
    const stopRebuilds = views.isFilled.subscribe(() => void watch().catch(reject));
    const forget = onClose(() => close());
    close = () => {
      isClosed = true;
      forget();
      stopRebuilds();
      stop();
      reject(new Error('The scope has closed'));
    };
    watch().catch(reject);
  });
  try {
    await read;
  } catch (error) {
    close();
    throw error;
  }
}
