import { playResult } from '../../../sync/model/actions/play-record.ts';
import type { Live } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { toast } from '../../engine/toast.ts';
import type { PlayerDeps } from './player-deps.ts';
import { playerTexts } from './player-texts.ts';

/** A refusal with one of these words is expected: the play was already counted, or the day's limit is reached. */
const EXPECTED = /limit|already/i;

export interface PlayAnswers {
  /** Id of the track whose play has earned a ZAP since the last load began; null if none. */
  earned: Live<string | null>;
  clearEarned(): void;
  close(): void;
}

export function watchPlayAnswers(
  { onAcknowledged }: Pick<PlayerDeps, 'onAcknowledged'>,
  currentId: () => string | null,
): PlayAnswers {
  const earned = createLive<string | null>(null);
  const close = onAcknowledged(({ kind, status, payload, result }) => {
    if (kind !== 'play.record') return;
    if (status === 'rejected') {
      const { message } = result;
      if (typeof message === 'string' && !EXPECTED.test(message))
        toast({ kind: 'error', title: playerTexts.zapError, text: message });
      return;
    }
    const id = currentId();
    const played = playResult.safeParse(result);
    if (id !== null && payload['track_id'] === id && played.success && played.data.zaps_earned > 0) earned.set(id);
  });
  return { earned, clearEarned: () => earned.set(null), close };
}
