import type { Digest } from '../model/digest.ts';
import { storeCounts, storePage } from './guard.ts';
import type { Cursor, EnginePorts } from './ports.ts';

/** G-4: the number in the cursor advances only if no digest is missing before this one. @throws whatever the stores throw */
export async function storeDigest(
  { outbox, replica }: Pick<EnginePorts, 'outbox' | 'replica'>,
  userId: string | null,
  { epoch, floor, mark, after, number, counts, rows, gone }: Digest,
): Promise<void> {
  const { generation, epoch: knownEpoch, filledFrom } = await outbox.cursor();
  // Only a page begins a replica. The mark proves what the replica knows of the server's history (SY-8).
  if (knownEpoch === null) return;
  if (!(await outbox.adopt({ generation, epoch, mark, filledFrom, floor: null }))) return;
  const cursor = await outbox.cursor();
  if (cursor.generation !== generation) return;
  if (BigInt(floor) >= readUpTo(cursor)) {
    await storePage(
      replica,
      generation,
      rows,
      gone.filter(({ user_id }) => user_id !== userId),
    );
  }
  await storeCounts(replica, generation, counts);
  if (cursor.counts === after) await outbox.advanceCounts(cursor, number);
}

/** A digest with an earlier floor was read before a pull that has brought its rows, or their removals (SY-6, SY-7). */
function readUpTo({ since, floor, filledFrom }: Cursor): bigint {
  return [since, floor, filledFrom].reduce((latest, at) => {
    const transaction = BigInt(at ?? 0);
    return transaction > latest ? transaction : latest;
  }, 0n);
}
