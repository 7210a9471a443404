import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

export const trendingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trending',
  beforeLoad: () => {
    throw redirect({ to: '/explore', replace: true });
  },
});
