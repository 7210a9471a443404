import type { PendingAction, TrackView } from '../../../sync/client.ts';
import { useScope } from '../../engine/live.ts';
import { toastWithUndo } from '../../engine/undo.ts';
import { useAct, usePendingActions } from '../../engine/use-act.ts';
import { toast } from '../../engine/toast.ts';
import { ownTrackTexts } from './own-track-texts.ts';

export interface TrackActs {
  rename(title: string): Promise<void>;
  setPublic(isPublic: boolean): Promise<void>;
  setRadio(isOpen: boolean): Promise<void>;
  remove(): Promise<void>;
  queued: { visibility: boolean; radio: boolean };
}

const failed = (title: string) => ({
  refused: ({ message }: { message: string }) => ({ title, text: message }),
});

export function useTrackActs(track: TrackView): TrackActs {
  const scope = useScope();
  const target = { track_id: track.id };
  const update = useAct('track.update', failed(ownTrackTexts.updateFailed));
  const radio = useAct('track.radio', failed(ownTrackTexts.updateFailed));
  const removal = useAct('track.delete', failed(ownTrackTexts.deleteFailed));
  const waitingUpdates = usePendingActions('track.update', target);
  const waitingRadio = usePendingActions('track.radio', target);
  // A refused action stays in the queue for the person to see, but its value is not shown.
  const isQueued = ({ state }: PendingAction) => !('error' in state);
  return {
    queued: {
      visibility: waitingUpdates.some((action) => isQueued(action) && action.payload['is_public'] !== undefined),
      radio: waitingRadio.some(isQueued),
    },
    async rename(title) {
      if (await update.run({ ...target, title })) toast({ kind: 'success', title: ownTrackTexts.titleUpdated });
    },
    async setPublic(isPublic) {
      const title = isPublic ? ownTrackTexts.madePublic : ownTrackTexts.madePrivate;
      if (await update.run({ ...target, is_public: isPublic })) toast({ kind: 'success', title });
    },
    async setRadio(isOpen) {
      await radio.run({ ...target, radio_opt_in: isOpen });
    },
    async remove() {
      const id = await removal.run(target);
      if (id) await toastWithUndo(scope, id, ownTrackTexts.trackDeleted);
    },
  };
}
