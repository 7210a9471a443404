import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { userRoute } from '../../shell/user-route.tsx';

const DevicePage = lazyPart(() => import('./device-page.tsx').then((m) => m.DevicePage), 'page');

export const deviceRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/device',
  loader: DevicePage.preload,
  component: DevicePage,
  staticData: { title: texts.pages.device },
});
