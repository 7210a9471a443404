import { createRoute } from '@tanstack/react-router';
import { BrowseLayout } from './guards.tsx';
import { shellRoute } from './shell-route.tsx';

/** Layout route of the pages that a guest may browse. */
export const browseRoute = createRoute({ getParentRoute: () => shellRoute, id: 'browse', component: BrowseLayout });
