import { bootState } from './contract.ts';

/** The parts of the app in the order in which they are loaded, each a script of its own (`scripts.app`). */
const parts = [
  // The stored session and the engine's own code load while the others run.
  () => import('../engine/open-engine.ts').then(({ openEngine }) => void openEngine().catch(() => undefined)),
  () => import('react-dom/client'),
  () => import('../design/system.ts'),
  () => import('./router.tsx'),
];

/** Lets presses be answered before what comes next. A page that nobody sees has none, and slow timers. */
const pause = () => (document.hidden ? undefined : new Promise((resolve) => setTimeout(resolve)));

/** One after another: all in one task would delay the answer to a press by a fifth of a second on a cheap phone. */
async function start(): Promise<void> {
  for (const begin of parts) {
    await begin();
    await pause();
  }
  const { startApp } = await import('./start-app.tsx');
  startApp();
}

start().catch((error: unknown) => {
  bootState().fail?.();
  throw error;
});
