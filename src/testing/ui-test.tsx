import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Outlet,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import '../design/base.css';
import { system } from '../design/system.ts';
import { SystemProvider } from '../design/system-provider.tsx';
import { wholeSystem } from '../design/whole-system.ts';

const router = createRouter({
  routeTree: createRootRoute({ component: Outlet }),
  history: createMemoryHistory(),
});

/** What a build writes into the page as text comes with it here. */
const inTest = { ...system, _global: wholeSystem._global };

function Frame({ children }: { children: ReactNode }) {
  return (
    <SystemProvider value={inTest}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </SystemProvider>
  );
}

/** Draws a piece as the app does: with its colours, its type and links that know their page. */
export function draw(piece: ReactNode) {
  return render(piece, { wrapper: Frame });
}
