import { createRoute } from '@tanstack/react-router';
import { Shell } from './shell.tsx';
import { rootRoute } from './root-route.tsx';

export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });
