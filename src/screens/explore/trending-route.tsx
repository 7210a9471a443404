import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const trendingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trending',
  beforeLoad: () => {
    throw redirect({ to: '/explore', replace: true });
  },
});
