import { createRoute, useRouter } from '@tanstack/react-router';
import { storeReturnAddress } from '../../shell/return-address.ts';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';

const StorePage = lazyPart(() => import('./store-page.tsx').then((m) => m.StorePage), 'page');

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
    storeReturnAddress(router.state.location.href);
    void router.navigate({ to: '/auth' });
  };
  return <StorePage onSignIn={signIn} />;
}
