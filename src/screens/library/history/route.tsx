import { createRoute } from '@tanstack/react-router';
import { texts } from '../../../platform/texts.ts';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { browseRoute } from '../../../shell/browse-route.tsx';
import { useTrackLayers } from '../../../shell/use-track-layers.tsx';

const HistoryPage = lazyPart(() => import('./history-page.tsx').then((m) => m.HistoryPage), 'page');

export const historyRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library/history',
  loader: HistoryPage.preload,
  component: History,
  staticData: { title: texts.pages.history },
});

function History() {
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <HistoryPage {...listening} />
      {layer}
    </>
  );
}
