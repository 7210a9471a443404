import { createRoute } from '@tanstack/react-router';
import { UserLayout } from './guards.tsx';
import { shellRoute } from './shell-route.tsx';

export const userRoute = createRoute({ getParentRoute: () => shellRoute, id: 'user', component: UserLayout });
