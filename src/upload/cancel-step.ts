import { isCreationOf } from '../engine/use-rate-limit.ts';
import type { Step } from './step.ts';
import { backToDraft, bucketOf, sharingCover, smallerFiles } from './upload-record.ts';
import { isBeingSent } from './upload-stage.ts';

export const cancelStep: Step = async (record, { scope }) => {
  const { uploads, userId } = scope;
  if (userId === null) throw new Error('only a signed-in person uploads');
  // Keep a cover that another track of the release sends. A track that waits as a draft sends the cover again.
  const cover = sharingCover(scope, record).some(isBeingSent) ? null : record.cover;
  const files = (['audio', 'cover'] as const).flatMap((part) => {
    const file = part === 'cover' ? cover : record.audio;
    return file ? [{ ...file, bucket: bucketOf[part] }] : [];
  });
  for (const { tusUrl, isUp } of files) if (tusUrl !== null && !isUp) await uploads.end(tusUrl);
  const up = files.filter(({ isUp }) => isUp).map(({ bucket, path }) => ({ bucket, path }));
  // The smaller sizes are sent before the cover. The record does not tell which were sent.
  for (const { address: path } of smallerFiles(cover?.path ?? '')) up.push({ bucket: 'covers', path });
  // A failure is harmless: the server keeps files that a track references, and sweeps the others.
  if (up.length > 0) await uploads.deleteFiles(up);
  const actions = (await scope.readPending()).filter(isCreationOf(record.trackId));
  for (const { id } of actions) await scope.discard(id);
  return backToDraft(userId, record, (record.stage.kind === 'cancelling' && record.stage.refusal) || null);
};
