import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';

const ReleasePage = lazyPart(() => import('./release-page.tsx').then((m) => m.ReleasePage), 'page');

export const releaseRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/release/$releaseId',
  loader: ReleasePage.preload,
  component: Release,
  staticData: { title: texts.pages.release },
});

function Release() {
  const { releaseId } = releaseRoute.useParams();
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <ReleasePage key={releaseId} releaseId={releaseId} {...listening} />
      {layer}
    </>
  );
}
