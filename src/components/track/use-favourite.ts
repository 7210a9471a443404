import type { FavouriteView, Scope } from '../../../sync/client.ts';
import { useScope } from '../../engine/live.ts';
import { dismissToast, toast } from '../../engine/toast.ts';
import { texts } from '../../platform/texts.ts';
import { useAct } from '../../engine/use-act.ts';
import { favouriteTexts } from './favourite-texts.ts';

const refused = ({ message }: { message: string }) => ({ title: favouriteTexts.refused, text: message });

/** By id of a track whose change is being stored: whether the last press makes it a favourite. Several hearts may show one track. */
const wantedByScope = new WeakMap<Scope, Map<string, boolean>>();

function wantedFavourites(scope: Scope): Map<string, boolean> {
  const wanted = wantedByScope.get(scope) ?? new Map<string, boolean>();
  wantedByScope.set(scope, wanted);
  return wanted;
}

/** Adds a track to the person's favourites, or removes it. Both are queued, and so work offline. */
export function useFavourite() {
  const scope = useScope();
  const add = useAct('favourite.add', { refused });
  const remove = useAct('favourite.remove', { refused });
  const favouriteOf = (trackId: string) => scope.favourites.get().find((view) => view.trackId === trackId);

  /** A press while a change is being stored only replaces the wanted state. @param removed returns to its place in the list */
  const set = async (trackId: string, isWanted: boolean, removed?: FavouriteView): Promise<void> => {
    const wanted = wantedFavourites(scope);
    const isStoring = wanted.has(trackId);
    wanted.set(trackId, isWanted);
    if (isStoring) return;
    let isFavourite = favouriteOf(trackId) !== undefined;
    let last = removed;
    try {
      while (wanted.get(trackId) !== isFavourite) {
        last = favouriteOf(trackId) ?? last;
        const time = last ? { favourited_at: last.favouritedAt } : {};
        const id = await (isFavourite ? remove.run({ track_id: trackId }) : add.run({ track_id: trackId, ...time }));
        if (id === null) return;
        isFavourite = !isFavourite;
        // The server would refuse to add it again.
        if (!isFavourite && last?.isAbsent) break;
      }
    } finally {
      wanted.delete(trackId);
    }
    if (!isFavourite && last) reportRemoval(last);
  };

  const reportRemoval = (favourite: FavouriteView) => {
    // No Undo: the server would refuse to add an absent track.
    if (favourite.isAbsent) return toast({ kind: 'success', title: favouriteTexts.removed });
    const toastId = `favourite-${favourite.trackId}`;
    const undo = () => {
      dismissToast(toastId);
      void set(favourite.trackId, true, favourite);
    };
    toast({
      id: toastId,
      kind: 'success',
      title: favouriteTexts.removed,
      action: { label: texts.undo.verb, run: undo },
    });
  };

  return {
    async toggle(trackId: string): Promise<void> {
      if (scope.userId === null) return void toast({ kind: 'error', title: favouriteTexts.guest });
      const isFavourite = wantedFavourites(scope).get(trackId) ?? favouriteOf(trackId) !== undefined;
      await set(trackId, !isFavourite);
    },
  };
}
