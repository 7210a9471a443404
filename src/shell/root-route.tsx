import { createRootRoute } from '@tanstack/react-router';
import { AppRoot } from './app-root.tsx';

export const rootRoute = createRootRoute({ component: AppRoot });
