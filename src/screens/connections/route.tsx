import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { userRoute } from '../../shell/user-route.tsx';

const OwnConnections = lazyPart(() => import('./own-connections.tsx').then((m) => m.OwnConnections), 'page');

export const connectionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/connections',
  loader: OwnConnections.preload,
  component: OwnConnections,
  staticData: { title: texts.pages.connections },
});
