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
import { watchRemovedFocus } from '../design/removed-focus.ts';
import { system } from '../design/system.ts';
import { SystemProvider } from '../design/system-provider.tsx';
import { systemWithGlobals } from '../design/system-with-globals.ts';

const router = createRouter({
  routeTree: createRootRoute({ component: Outlet }),
  history: createMemoryHistory(),
});

watchRemovedFocus();

/** Includes the global styles that a build inlines into the page. */
const testSystem = { ...system, _global: systemWithGlobals._global };

function Frame({ children }: { children: ReactNode }) {
  return (
    <SystemProvider value={testSystem}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </SystemProvider>
  );
}

export function renderUi(element: ReactNode) {
  return render(element, { wrapper: Frame });
}
