import { Heart } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Icon } from '../../design/icon.tsx';
import { favouriteTexts } from './favourite-texts.ts';
import { useFavourite } from './use-favourite.ts';

export function HeartRow({ track, onDone }: { track: TrackView; onDone: () => void }) {
  const { toggle } = useFavourite();
  const { isFavourite } = track.myFavourite;
  return (
    <ActionRow
      icon={<Icon of={Heart} filled={isFavourite} />}
      onPress={() => {
        toastOnError(toggle(track.id));
        onDone();
      }}
    >
      {isFavourite ? favouriteTexts.remove : favouriteTexts.add}
    </ActionRow>
  );
}
