import { createRoute } from '@tanstack/react-router';
import { usePlayerApi } from '../../playback/player/player-context.tsx';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';

const PersonPage = lazyPart(() => import('./person-page.tsx').then((m) => m.PersonPage), 'page');

export const personRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/profile/$userId',
  loader: PersonPage.preload,
  component: Person,
  staticData: { title: texts.pages.person },
});

function Person() {
  const { userId } = personRoute.useParams();
  const { playArtist } = usePlayerApi();
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <PersonPage
        // The key resets the sort order when the person changes.
        key={userId}
        personId={userId}
        onPlayAll={() => playArtist(userId)}
        {...listening}
      />
      {layer}
    </>
  );
}
