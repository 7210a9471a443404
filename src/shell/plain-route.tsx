import { createRoute } from '@tanstack/react-router';
import { PlainFrame } from './plain-frame.tsx';
import { rootRoute } from './root-route.tsx';

export const plainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: PlainFrame });
