import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';

const TrackPage = lazyPart(() => import('./track-page.tsx').then((m) => m.TrackPage), 'page');
export const trackRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/track/$trackId',
  loader: TrackPage.preload,
  component: Track,
  staticData: { title: texts.pages.track },
});

function Track() {
  const { trackId } = trackRoute.useParams();
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <TrackPage
        // The key resets the lookup when the track changes.
        key={trackId}
        trackId={trackId}
        {...listening}
      />
      {layer}
    </>
  );
}
