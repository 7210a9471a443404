import { useScope } from '../../engine/live.ts';
import { toast } from '../../engine/toast.ts';
import { toastWithUndo } from '../../engine/undo.ts';
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
      const isFavourite = scope.favourites.get().some((favourite) => favourite.trackId === trackId);
      if (!isFavourite) return void (await add.run({ track_id: trackId }));
      const id = await remove.run({ track_id: trackId });
      if (id !== null) await toastWithUndo(scope, id, favouriteTexts.removed);
    },
  };
}
