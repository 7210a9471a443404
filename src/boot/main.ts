import { bootState } from './contract.ts';

const parts = [
  () => import('../engine/open-engine.ts').then(({ openEngine }) => void openEngine().catch(() => undefined)),
  () => import('react-dom/client'),
  () => import('../design/system.ts'),
  () => import('./router.tsx'),
];

/** Lets the browser handle input between two parts. A hidden page has no input, and its timers are throttled. */
const pause = () => (document.hidden ? undefined : new Promise((resolve) => setTimeout(resolve)));

/** Evaluates the chunks in separate tasks: a single task would block input for 200 ms on a cheap phone. */
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
