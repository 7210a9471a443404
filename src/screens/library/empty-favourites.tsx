import { useAccount, useLive, useScope } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { libraryTexts } from './library-texts.ts';

/** Shown in place of the favourites if the person or guest has none. */
export function EmptyFavourites({ onSignIn }: { onSignIn: () => void }) {
  const isGuest = useAccount().kind === 'guest';
  const isFilled = useLive(useScope().isFilled);
  if (!isGuest && !isFilled)
    return (
      <NotLoadedYet title={libraryTexts.failed}>
        <Skeleton height="60px" borderRadius="panel" mt="12px" />
      </NotLoadedYet>
    );
  return (
    <EmptyState {...libraryTexts.noFavourites}>
      {isGuest ? (
        <Button onClick={onSignIn}>{texts.pages.signIn}</Button>
      ) : (
        <LinkButton to="/explore">{texts.pages.explore}</LinkButton>
      )}
    </EmptyState>
  );
}
