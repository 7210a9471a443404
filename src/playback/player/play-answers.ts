import { playResult } from '../../../sync/model/actions/play-record.ts';
import { toast } from '../../engine/toast.ts';
import type { PlayerDeps } from './player-deps.ts';
import { lateTexts } from './late-texts.ts';

/** A refusal with one of these words is expected: the play was already counted, or the day's limit is reached. */
const EXPECTED = /limit|already/i;

/**
 * Shows a toast if the server refuses a play for an unexpected reason, and sets `earned` to the id of the current track once its play has
 * earned a ZAP. Ends when the returned function is called.
 */
export function watchPlayAnswers(
  { onAcknowledged }: Pick<PlayerDeps, 'onAcknowledged'>,
  currentId: () => string | null,
  earned: { set(trackId: string): void },
): () => void {
  return onAcknowledged(({ kind, status, payload, result }) => {
    if (kind !== 'play.record') return;
    if (status === 'rejected') {
      const { message } = result;
      if (typeof message === 'string' && !EXPECTED.test(message))
        toast({ kind: 'error', title: lateTexts.zapError, text: message });
      return;
    }
    const id = currentId();
    const played = playResult.safeParse(result);
    if (id !== null && payload['track_id'] === id && played.success && played.data.zaps_earned > 0) earned.set(id);
  });
}
