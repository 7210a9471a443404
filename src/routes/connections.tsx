import { createRoute } from '@tanstack/react-router';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { userRoute } from './user.tsx';

const OwnConnections = lazyPart(() => import('./own-connections.tsx').then((m) => m.OwnConnections), 'page');

export const connectionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/connections',
  loader: OwnConnections.preload,
  component: OwnConnections,
  staticData: { title: texts.pages.connections },
});
