import { createRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { Center } from '../../design/styled.tsx';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';
import { userRoute } from '../../shell/user-route.tsx';

const OperatorPage = lazyPart(() => import('./operator-page.tsx').then((m) => m.OperatorPage), 'page');
const NotFoundPanel = lazyPart(() => import('../../shell/not-found-page.tsx').then((m) => m.NotFoundPanel), 'page');

export const operatorRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/operator',
  loader: OperatorPage.preload,
  component: Operator,
  staticData: { title: texts.pages.operator },
});

function Operator() {
  const { onPlay, nowPlaying } = useTrackLayers().listening;
  const [isForbidden, setForbidden] = useState(false);
  const onForbidden = useCallback(() => setForbidden(true), []);
  if (isForbidden)
    return (
      <Center minHeight="60dvh" p="20px">
        <NotFoundPanel />
      </Center>
    );
  return <OperatorPage onPlay={onPlay} nowPlaying={nowPlaying} onForbidden={onForbidden} />;
}
