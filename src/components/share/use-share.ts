import { useScope } from '../../engine/live.ts';
import { announcePageEvent } from '../../platform/page-events.ts';
import { toastOutcome } from '../../engine/toast-outcome.ts';
import { useAct } from '../../engine/use-act.ts';
import { toast } from '../../engine/toast.ts';
import { shareTexts } from './share-texts.ts';

/** Sharing and unsharing are queued, and so work offline. */
export function useShare() {
  const scope = useScope();
  const add = useAct('share.add', { refused: ({ message }) => ({ title: refusalText(message) }) });
  const remove = useAct('share.remove', { refused: ({ message }) => ({ title: message || shareTexts.unshareFailed }) });
  return {
    async share(trackId: string) {
      if (scope.userId === null) return toast({ kind: 'error', title: shareTexts.guest });
      const id = await add.run({ track_id: trackId });
      if (id !== null) toastOutcome(scope, id, { done: shareTexts.shared, later: shareTexts.later, onDone });
    },
    async unshare(trackId: string) {
      if (scope.userId === null) return toast({ kind: 'error', title: shareTexts.unshareGuest });
      const id = await remove.run({ track_id: trackId });
      if (id !== null) toastOutcome(scope, id, { done: shareTexts.unshared, later: shareTexts.unsharedLater, onDone });
    },
  };
}

function refusalText(message: string): string {
  return message.includes('already') ? shareTexts.already : message || shareTexts.failed;
}

/** Announces that tracks or shares have changed, which also starts a sync (zap-badge.tsx). */
function onDone(): void {
  announcePageEvent('trackDataRefresh');
}
