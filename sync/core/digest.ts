import type { Digest } from '../model/digest.ts';
import { storeCounts } from './guard.ts';
import type { EnginePorts } from './ports.ts';

/**
 * Stores the counts of a digest (G-4). If they follow the stored ones without a gap, the next pull need not bring them again;
 * else it brings what is missing. If a page changes the cursor meanwhile, the digest does not advance it: the page may bring a
 * row with counts from before the digest.
 * @throws whatever the stores throw; the next pull brings the counts
 */
export async function storeDigest(
  { outbox, replica }: Pick<EnginePorts, 'outbox' | 'replica'>,
  { epoch, mark, after, number, counts }: Digest,
): Promise<void> {
  const { generation, epoch: knownEpoch, filledFrom } = await outbox.cursor();
  // The first page begins a replica. The mark proves that the replica knows this much of the server's history (SY-8).
  if (knownEpoch === null) return;
  if (!(await outbox.adopt({ generation, epoch, mark, filledFrom, floor: null }))) return;
  const cursor = await outbox.cursor();
  if (cursor.generation !== generation) return;
  await storeCounts(replica, generation, counts);
  if (cursor.counts === after) await outbox.advanceCounts(cursor, number);
}
