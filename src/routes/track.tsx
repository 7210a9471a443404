import { createRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { useNowPlaying, usePlayerDoor } from '../features/player/player-context.tsx';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { browseRoute } from './browse.tsx';
import { TrackActions } from './lazy-track-actions.ts';

const TrackPage = lazyPart(() => import('../features/track/track-page.tsx').then((m) => m.TrackPage), 'page');
const TrackLine = lazyPart(() => import('../features/player/track-line.tsx').then((m) => m.TrackLine), 'unseen');
const ShareButton = lazyPart(() => import('../features/share/share-button.tsx').then((m) => m.ShareButton), 'unseen');

export const trackRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/track/$trackId',
  loader: TrackPage.preload,
  component: Track,
  staticData: { title: texts.pages.track },
});

function Track() {
  const { trackId } = trackRoute.useParams();
  const { play } = usePlayerDoor();
  const nowPlaying = useNowPlaying();
  const [more, setMore] = useState<TrackView | null>(null);
  return (
    <>
      <TrackPage
        // What was looked for under one address is nothing to the next.
        key={trackId}
        trackId={trackId}
        onPlay={play}
        onMore={setMore}
        nowPlaying={nowPlaying}
        line={TrackLine}
        share={ShareButton}
      />
      {more && <TrackActions track={more} onClose={() => setMore(null)} />}
    </>
  );
}
