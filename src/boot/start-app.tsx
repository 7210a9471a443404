import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { watchTheme } from '../shell/theme.ts';
import { watchInstall } from '../components/install/install-prompt.ts';
import { openEngine } from '../engine/open-engine.ts';
import { preloadPlayer } from '../shell/listening.tsx';
import { watchServerClock } from '../engine/server-clock.ts';
import { noteError, watchErrors } from '../platform/error-reports.ts';
import { takeOver } from './take-over.ts';
import { waitForFirstData } from './wait-for-first-data.ts';

export function startApp(): void {
  watchTheme();
  watchInstall();
  watchServerClock();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html must hold #root');
  watchErrors(() => router.state.matches.at(-1)?.fullPath ?? '/');
  const reactRoot = createRoot(root, {
    // An error boundary shows this error to the person, and React dispatches no window event for it.
    onCaughtError(error) {
      console.error(error);
      noteError('error', error);
    },
  });
  takeOver(
    root,
    () =>
      reactRoot.render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    () => Promise.all([router.load(), waitForFirstData(), openEngine().then(preloadPlayer)]),
  );
}
