import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  useRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../design/button.tsx';
import { Sheet } from '../design/sheet.tsx';
import { system } from '../design/system.ts';
import { SystemProvider } from '../design/system-provider.tsx';
import { watchArrivals } from '../shell/arrival.ts';

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const link = (name: string) => page.getByRole('link', { name, exact: true });
const dialogs = () =>
  page
    .getByRole('dialog', { includeHidden: true })
    .elements()
    .map((dialog) => dialog.querySelector('h2')?.textContent ?? dialog.getAttribute('aria-label'));
export const expectDialogs = (...names: string[]) => expect.poll(dialogs).toEqual(names);
export const questions = () => page.getByRole('alertdialog').elements().length;
export const menus = () => page.getByRole('menu').elements().length;
export const heading = () => page.getByRole('heading', { level: 1, includeHidden: true }).element().textContent;

const startUrl = location.href;
let leave = () => {};
/** Called at each navigation of the opened page. */
export const onLoad = vi.fn<() => void>();

/** Opens `/here`, which shows the element, after `/before`. Close it by `closePage`. */
export async function openPage(element: ReactNode) {
  const [from, at] = ['/before', '/here'];
  const pageAt = (path: string) =>
    function Page() {
      return (
        <main style={{ minHeight: '300vh' }}>
          <h1>{path}</h1>
          {path === at && element}
        </main>
      );
    };
  const root = createRootRoute({ component: Outlet });
  const router = createRouter({
    routeTree: root.addChildren(
      ['/before', '/here', '/next'].map((path) =>
        createRoute({ getParentRoute: () => root, path, component: pageAt(path) }),
      ),
    ),
    history: createBrowserHistory(),
  });
  leave = () => router.history.destroy();
  watchArrivals(router);
  history.replaceState(null, '', from);
  await router.load();
  await render(
    <SystemProvider value={system}>
      <RouterProvider router={router} />
    </SystemProvider>,
  );
  await expect.poll(heading).toBe(from);
  await router.navigate({ to: at as '.' });
  await expect.poll(heading).toBe(at);
  router.subscribe('onBeforeLoad', onLoad);
  return router;
}

export function Link({ to, onClick, children }: { to: string; onClick?: () => void; children: ReactNode }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    onClick?.();
    void router.navigate({ to: to as '.' });
  };
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  );
}

/** A button that opens a sheet of this name. `onClose`: called instead of closing it, with the function that does. */
export function SheetOpener({
  name,
  children,
  onClose,
}: {
  name: string;
  children?: ReactNode;
  onClose?: (close: () => void) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{`Open ${name}`}</Button>
      {isOpen && (
        <Sheet title={name} onClose={() => (onClose ? onClose(close) : close())}>
          <Button onClick={close}>{`Close ${name}`}</Button>
          {children}
        </Sheet>
      )}
    </>
  );
}

/** Goes back, and waits until layers and history no longer change. */
export async function back() {
  history.back();
  await waitUntilStable();
}

export async function waitUntilStable() {
  let last = '';
  await expect
    .poll(
      () => {
        const now = JSON.stringify([history.state, location.pathname, dialogs(), questions(), menus()]);
        const isSame = now === last;
        last = now;
        return isSame;
      },
      { interval: 120 },
    )
    .toBe(true);
}

export function closePage() {
  leave();
  onLoad.mockClear();
  history.replaceState(null, '', startUrl);
}
