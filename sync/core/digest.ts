import type { Digest } from '../model/digest.ts';
import { storeCounts } from './guard.ts';
import type { EnginePorts } from './ports.ts';

/** G-4: the cursor advances only if no digest is missing before this one. @throws whatever the stores throw */
export async function storeDigest(
  { outbox, replica }: Pick<EnginePorts, 'outbox' | 'replica'>,
  { epoch, mark, after, number, counts }: Digest,
): Promise<void> {
  const { generation, epoch: knownEpoch, filledFrom } = await outbox.cursor();
  // Only a page begins a replica. The mark proves what the replica knows of the server's history (SY-8).
  if (knownEpoch === null) return;
  if (!(await outbox.adopt({ generation, epoch, mark, filledFrom, floor: null }))) return;
  const cursor = await outbox.cursor();
  if (cursor.generation !== generation) return;
  await storeCounts(replica, generation, counts);
  if (cursor.counts === after) await outbox.advanceCounts(cursor, number);
}
