import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useAccount, useLive } from '../engine/live.ts';
import { createLive } from '../../sync/model/live.ts';
import { useIsDesktop } from '../platform/viewport.ts';
import { lazyPart } from '../design/lazy-part.tsx';

const ZapPanel = lazyPart(() => import('./zap-panel.tsx').then((m) => m.ZapPanel), 'over');
const YouMenu = lazyPart(() => import('./you-menu.tsx').then((m) => m.YouMenu), 'over');

/** Opens what belongs to the person who is signed in. */
interface Menus {
  openMenu: () => void;
  openZaps: () => void;
}

const MenusContext = createContext<Menus>({ openMenu: () => undefined, openZaps: () => undefined });

/** Opens the person's menus. It stays the same, so that the bars are not drawn anew when one opens or goes. */
export function useMenus(): Menus {
  return useContext(MenusContext);
}

/**
 * Holds the menus of the person over the page, until it becomes another page. Which one is open is kept outside of React, as the
 * router's addresses are: the menu's end and the page that it leads to are one drawing.
 */
export function MenusProvider({ children }: { children: ReactNode }) {
  const [shown] = useState(() => createLive<'menu' | 'zaps' | null>(null));
  const open = useLive(shown);
  const isUser = useAccount().kind === 'user';
  const isDesktop = useIsDesktop();
  const close = () => shown.set(null);
  const menus = useMemo<Menus>(
    () => ({
      openMenu: () => shown.set('menu'),
      // On phones the balance is part of the menu.
      openZaps: () => shown.set(isDesktop ? 'zaps' : 'menu'),
    }),
    [isDesktop, shown],
  );
  return (
    <MenusContext value={menus}>
      {children}
      {open === 'zaps' && isUser && <ZapPanel onClose={close} />}
      {open === 'menu' && isUser && <YouMenu onClose={close} />}
    </MenusContext>
  );
}
