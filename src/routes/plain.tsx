import { createRoute } from '@tanstack/react-router';
import { PlainFrame } from '../app/plain-frame.tsx';
import { rootRoute } from './root.tsx';

/** The frame around the pages of sign-in. */
export const plainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: PlainFrame });
