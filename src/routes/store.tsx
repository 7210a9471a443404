import { createRoute, useRouter } from '@tanstack/react-router';
import { keepAskedAddress } from '../app/asked-address.ts';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { browseRoute } from './browse.tsx';

const StorePage = lazyPart(() => import('../features/store/store-page.tsx').then((m) => m.StorePage), 'page');
const Leaderboard = lazyPart(
  () => import('../features/leaderboard/leaderboard.tsx').then((m) => m.Leaderboard),
  'block',
);

export const storeRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/store',
  loader: StorePage.preload,
  component: Store,
  staticData: { title: texts.pages.store },
});

function Store() {
  const router = useRouter();
  const signIn = () => {
    keepAskedAddress(router.state.location.href);
    void router.navigate({ to: '/auth' });
  };
  return <StorePage leaderboard={<Leaderboard />} onSignIn={signIn} />;
}
