import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { watchTheme } from './app/theme.ts';
import { watchInstall } from './features/install/install-prompt.ts';
import { openEngine } from './lib/open-engine.ts';
import { watchServerClock } from './lib/server-clock.ts';
import { untilHere } from './start/until-here.ts';
import { takeOver } from './start/take-over.ts';
import { system } from './ui/system.ts';
import { SystemProvider } from './ui/system-provider.tsx';

watchTheme();
watchInstall();
watchServerClock();
// Its code and the stored session come while React paints; a failure is shown by the root, which asks again.
openEngine().catch(() => undefined);

const root = document.getElementById('root');
if (!root) throw new Error('index.html must hold #root');
const reactRoot = createRoot(root);
takeOver(
  root,
  () =>
    reactRoot.render(
      <StrictMode>
        <SystemProvider value={system}>
          <RouterProvider router={router} />
        </SystemProvider>
      </StrictMode>,
    ),
  () => Promise.all([router.load(), untilHere()]),
);
