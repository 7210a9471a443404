import { createRoute } from '@tanstack/react-router';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { userRoute } from './user.tsx';

const OwnProfile = lazyPart(() => import('./own-profile.tsx').then((m) => m.OwnProfile), 'page');

const ownProfile = {
  getParentRoute: () => userRoute,
  loader: OwnProfile.preload,
  component: OwnProfile,
  staticData: { title: texts.pages.profile },
};

/** /profile and /dashboard are the same screen. */
export const profileRoute = createRoute({ ...ownProfile, path: '/profile' });
export const dashboardRoute = createRoute({ ...ownProfile, path: '/dashboard' });
