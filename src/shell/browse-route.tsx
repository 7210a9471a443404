import { createRoute } from '@tanstack/react-router';
import { BrowseLayout } from './guards.tsx';
import { shellRoute } from './shell-route.tsx';

export const browseRoute = createRoute({ getParentRoute: () => shellRoute, id: 'browse', component: BrowseLayout });
