import { createRoute } from '@tanstack/react-router';
import { PlainFrame } from './plain-frame.tsx';
import { rootRoute } from './root-route.tsx';

/** The frame around the pages of sign-in. */
export const plainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: PlainFrame });
