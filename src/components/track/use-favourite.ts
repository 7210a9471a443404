import { useScope } from '../../engine/live.ts';
import { dismissToast, toast } from '../../engine/toast.ts';
import { texts } from '../../platform/texts.ts';
import { useAct } from '../../engine/use-act.ts';
import { favouriteTexts } from './favourite-texts.ts';

const refused = ({ message }: { message: string }) => ({ title: favouriteTexts.refused, text: message });

/** Adds a track to the person's favourites, or removes it. Both are queued, and so work offline. */
export function useFavourite() {
  const scope = useScope();
  const add = useAct('favourite.add', { refused });
  const remove = useAct('favourite.remove', { refused });
  return {
    async toggle(trackId: string): Promise<void> {
      if (scope.userId === null) return void toast({ kind: 'error', title: favouriteTexts.guest });
      const favourite = scope.favourites.get().find((view) => view.trackId === trackId);
      if (!favourite) return void (await add.run({ track_id: trackId }));
      const id = await remove.run({ track_id: trackId });
      if (id === null) return;
      // The server would refuse a gone track.
      if (favourite.isGone) return void toast({ kind: 'success', title: favouriteTexts.removed });
      // The track returns to its place in the list.
      const toastId = `favourite-${trackId}`;
      const undo = () => {
        dismissToast(toastId);
        void add.run({ track_id: trackId, favourited_at: favourite.favouritedAt });
      };
      toast({
        id: toastId,
        kind: 'success',
        title: favouriteTexts.removed,
        action: { label: texts.undo.verb, run: undo },
      });
    },
  };
}
