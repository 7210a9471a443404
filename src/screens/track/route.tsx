import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';
import { useTrackDoors } from '../../shell/use-track-doors.tsx';

const TrackPage = lazyPart(() => import('./track-page.tsx').then((m) => m.TrackPage), 'page');
const TrackLine = lazyPart(() => import('../../playback/player/track-line.tsx').then((m) => m.TrackLine), 'unseen');
const TrackSpends = lazyPart(
  () => import('../../components/track/track-spends.tsx').then((m) => m.TrackSpends),
  'unseen',
);
const ShareButton = lazyPart(
  () => import('../../components/share/share-button.tsx').then((m) => m.ShareButton),
  'unseen',
);
const TrackNumbers = lazyPart(
  () => import('../../components/own-track/track-numbers.tsx').then((m) => m.NumbersPanel),
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
