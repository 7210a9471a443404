import type { Digest } from '../model/digest.ts';
import { storeCounts, storePage } from './guard.ts';
import type { EnginePorts } from './ports.ts';

/**
 * Stores a digest's mark, rows, removals and counts (SY-34). The number in the cursor advances only if no digest is missing before
 * this one (G-4). @throws whatever the stores throw
 */
export async function storeDigest(
  { outbox, replica }: Pick<EnginePorts, 'outbox' | 'replica'>,
  userId: string | null,
  { epoch, floor, mark, after, number, counts, rows, gone }: Digest,
): Promise<void> {
  const { generation, epoch: knownEpoch, filledFrom } = await outbox.cursor();
  // The replica is empty: only the first screen or a page of a pull may begin to fill it.
  if (knownEpoch === null) return;
  // If the browser has deleted the rows but not the outbox, new ones would hide the loss from the engine (SY-22).
  if (await replica.isEmpty(generation)) return;
  // The mark is stored before the rows, as for a page (SY-8).
  if (!(await outbox.adopt({ generation, epoch, mark, filledFrom, floor: null }))) return;
  const cursor = await outbox.cursor();
  if (cursor.generation !== generation) return;
  // With an earlier floor, the digest was read before a pull that has brought its rows, or their removals (SY-6, SY-7).
  const isLater = [cursor.since, cursor.floor, cursor.filledFrom].every((at) => BigInt(floor) >= BigInt(at ?? 0));
  if (isLater) {
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
