import type { Scope } from '../../../sync/client.ts';
import { useScope } from '../../lib/live.ts';
import { tellPage } from '../../lib/page-events.ts';
import { useAct } from '../../lib/use-act.ts';
import { toast } from '../../ui/toast.ts';
import { shareTexts } from './share-texts.ts';

/** Shares a track, and takes a share back: both wait on the device where there is no network. */
export function useShare() {
  const scope = useScope();
  const add = useAct('share.add', { refused: ({ message }) => ({ title: refusalWords(message) }) });
  const remove = useAct('share.remove', { refused: ({ message }) => ({ title: message || shareTexts.unshareFailed }) });
  return {
    async share(trackId: string) {
      if (scope.userId === null) return toast({ kind: 'error', title: shareTexts.guest });
      const id = await add.run({ track_id: trackId });
      if (id !== null) tellOutcome(scope, id, shareTexts.shared);
    },
    async unshare(trackId: string) {
      if (scope.userId === null) return toast({ kind: 'error', title: shareTexts.unshareGuest });
      const id = await remove.run({ track_id: trackId });
      if (id !== null) tellOutcome(scope, id, shareTexts.unshared);
    },
  };
}

function refusalWords(message: string): string {
  return message.includes('already') ? shareTexts.already : message || shareTexts.failed;
}

/** Says that it waits where there is no network, and that it was done once the server has said so. */
function tellOutcome(scope: Scope, id: string, done: string): void {
  if (scope.status.get().network === 'offline') toast({ id, kind: 'waiting', ...shareTexts.saved });
  const stop = scope.onAcknowledged((action) => {
    if (action.id !== id) return;
    stop();
    if (action.status !== 'applied') return;
    toast({ id, kind: 'success', title: done });
    tellPage('trackDataRefresh');
  });
}
