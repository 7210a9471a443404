import { createRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { useMessaging } from '../app/messaging.tsx';
import { useNowPlaying, usePlayerDoor } from '../features/player/player-context.tsx';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { browseRoute } from './browse.tsx';
import { PersonActs } from './person-acts.tsx';
import { TrackActions } from './track-actions.tsx';

const PersonPage = lazyPart(() => import('../features/person/person-page.tsx').then((m) => m.PersonPage), 'page');

export const personRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/profile/$userId',
  loader: PersonPage.preload,
  component: Person,
  staticData: { title: texts.pages.person },
});

function Person() {
  const { userId } = personRoute.useParams();
  const { play, playArtist } = usePlayerDoor();
  const nowPlaying = useNowPlaying();
  const messaging = useMessaging();
  const [more, setMore] = useState<TrackView | null>(null);
  return (
    <>
      <PersonPage
        // The sort of one person's tracks is not the next one's.
        key={userId}
        personId={userId}
        onPlay={play}
        onPlayAll={() => playArtist(userId)}
        onMore={setMore}
        nowPlaying={nowPlaying}
        acts={<PersonActs personId={userId} onMessage={messaging.open} onPlay={playArtist} />}
      />
      {more && <TrackActions track={more} onClose={() => setMore(null)} />}
    </>
  );
}
