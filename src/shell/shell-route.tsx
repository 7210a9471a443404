import { createRoute } from '@tanstack/react-router';
import { Shell } from './shell.tsx';
import { rootRoute } from './root-route.tsx';

/** Layout route of every page behind a guard. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });
