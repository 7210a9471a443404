import { createRoute } from '@tanstack/react-router';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { userRoute } from './user.tsx';

const VaultPage = lazyPart(() => import('../features/vault/vault-page.tsx').then((m) => m.VaultPage), 'page');
const UnlockedPage = lazyPart(() => import('../features/vault/unlocked-page.tsx').then((m) => m.UnlockedPage), 'page');

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
