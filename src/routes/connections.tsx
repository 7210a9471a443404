import { createRoute } from '@tanstack/react-router';
import { useMessaging } from '../app/messaging.tsx';
import { usePlayerDoor } from '../features/player/player-context.tsx';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { userRoute } from './user.tsx';

const ConnectionsPage = lazyPart(
  () => import('../features/connections/connections-page.tsx').then((m) => m.ConnectionsPage),
  'page',
);

export const connectionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/connections',
  loader: ConnectionsPage.preload,
  component: Connections,
  staticData: { title: texts.pages.connections },
});

function Connections() {
  const { open } = useMessaging();
  const { playArtist } = usePlayerDoor();
  return <ConnectionsPage onMessage={open} onPlay={playArtist} />;
}
