import { createRoute } from '@tanstack/react-router';
import { UserLayout } from './guards.tsx';
import { shellRoute } from './shell-route.tsx';

/** Over the pages that need a user; they ask `useUser()` who that is. */
export const userRoute = createRoute({ getParentRoute: () => shellRoute, id: 'user', component: UserLayout });
