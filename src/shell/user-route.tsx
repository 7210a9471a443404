import { createRoute } from '@tanstack/react-router';
import { UserLayout } from './guards.tsx';
import { shellRoute } from './shell-route.tsx';

/** Layout route of the pages that need a user; they read it with `useUser()`. */
export const userRoute = createRoute({ getParentRoute: () => shellRoute, id: 'user', component: UserLayout });
