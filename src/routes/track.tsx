import { createRoute } from '@tanstack/react-router';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { browseRoute } from './browse.tsx';
import { useTrackDoors } from './use-track-doors.tsx';

const TrackPage = lazyPart(() => import('../features/track/track-page.tsx').then((m) => m.TrackPage), 'page');
const TrackLine = lazyPart(() => import('../features/player/track-line.tsx').then((m) => m.TrackLine), 'unseen');
const TrackSpends = lazyPart(() => import('./track-spends.tsx').then((m) => m.TrackSpends), 'unseen');
const ShareButton = lazyPart(() => import('../features/share/share-button.tsx').then((m) => m.ShareButton), 'unseen');
const TrackNumbers = lazyPart(
  () => import('../features/profile/track-numbers.tsx').then((m) => m.NumbersPanel),
  'unseen',
);

export const trackRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/track/$trackId',
  loader: TrackPage.preload,
  component: Track,
  staticData: { title: texts.pages.track },
});

function Track() {
  const { trackId } = trackRoute.useParams();
  const { listening, over } = useTrackDoors();
  return (
    <>
      <TrackPage
        // What was looked for under one address is nothing to the next.
        key={trackId}
        trackId={trackId}
        {...listening}
        line={TrackLine}
        share={ShareButton}
        vote={TrackSpends}
        numbers={TrackNumbers}
      />
      {over}
    </>
  );
}
