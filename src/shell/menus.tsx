import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useAccount, useLive } from '../engine/live.ts';
import { createLive } from '../../sync/model/live.ts';
import { useIsDesktop } from '../platform/viewport.ts';
import { lazyPart } from '../design/lazy-part.tsx';

const ZapPanel = lazyPart(() => import('./zap-panel.tsx').then((m) => m.ZapPanel), 'overlay');
const YouMenu = lazyPart(() => import('./you-menu.tsx').then((m) => m.YouMenu), 'overlay');

interface Menus {
  openMenu: () => void;
  openZaps: () => void;
}

const MenusContext = createContext<Menus>({ openMenu: () => undefined, openZaps: () => undefined });

/** Opens the menus. The functions are stable, so that the bars do not rerender when a menu opens or closes. */
export function useMenus(): Menus {
  return useContext(MenusContext);
}

/** The open menu is a live value, so that closing it and showing the next page are one render. */
export function MenusProvider({ children }: { children: ReactNode }) {
  const [shown] = useState(() => createLive<'menu' | 'zaps' | null>(null));
  const open = useLive(shown);
  const isUser = useAccount().kind === 'user';
  const isDesktop = useIsDesktop();
  const close = () => shown.set(null);
  const menus = useMemo<Menus>(
    () => ({
      openMenu: () => shown.set('menu'),
      // On phones the menu contains the balance.
      openZaps: () => shown.set(isDesktop ? 'zaps' : 'menu'),
    }),
    [isDesktop, shown],
  );
  return (
    <MenusContext value={menus}>
      {children}
      {open === 'zaps' && isUser && <ZapPanel onClose={close} />}
      {open === 'menu' && <YouMenu onClose={close} />}
    </MenusContext>
  );
}
