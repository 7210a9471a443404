import { useCallback, useState } from 'react';
import { lazyPart } from '../../design/lazy-part.tsx';
import { Center } from '../../design/styled.tsx';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';
import { OperatorPage } from './operator-page.tsx';

const NotFoundPanel = lazyPart(() => import('../../shell/not-found-page.tsx').then((m) => m.NotFoundPanel), 'page');

/** The operator's page; for others, a page that does not exist. */
export function OperatorScreen() {
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
