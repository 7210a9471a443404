import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { userRoute } from '../../shell/user-route.tsx';

const OwnProfile = lazyPart(() => import('./own-profile.tsx').then((m) => m.OwnProfile), 'page');

const ownProfile = {
  getParentRoute: () => userRoute,
  loader: OwnProfile.preload,
  component: OwnProfile,
  staticData: { title: texts.pages.profile },
};

export const profileRoute = createRoute({ ...ownProfile, path: '/profile' });
export const dashboardRoute = createRoute({ ...ownProfile, path: '/dashboard' });
