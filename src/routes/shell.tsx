import { createRoute } from '@tanstack/react-router';
import { Shell } from '../app/shell.tsx';
import { rootRoute } from './root.tsx';

/** The frame around every page behind a guard. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });
