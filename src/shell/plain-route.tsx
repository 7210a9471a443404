import { createRoute } from '@tanstack/react-router';
import { PlainFrame } from './plain-frame.tsx';
import { rootRoute } from './root-route.tsx';

/** Layout route of the sign-in pages. */
export const plainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: PlainFrame });
