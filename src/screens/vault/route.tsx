import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { userRoute } from '../../shell/user-route.tsx';

const VaultPage = lazyPart(() => import('./vault-page.tsx').then((m) => m.VaultPage), 'page');
const UnlockedPage = lazyPart(() => import('./unlocked-page.tsx').then((m) => m.UnlockedPage), 'page');

export const vaultRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/vault',
  validateSearch: ({ currency }: Record<string, unknown>): { currency?: string } =>
    typeof currency === 'string' ? { currency } : {},
  loader: VaultPage.preload,
  component: () => <VaultPage currency={vaultRoute.useSearch().currency ?? 'zaps'} />,
  staticData: { title: texts.pages.vault },
});

export const unlockedRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/vault/unlocked',
  loader: UnlockedPage.preload,
  component: UnlockedPage,
  staticData: { title: texts.pages.vault },
});
