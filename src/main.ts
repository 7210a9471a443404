/** What the app is made of, in the order in which it begins. Each has a script of its own (vite.config.ts). */
const parts = [
  // The stored session and the engine's own code come while the others begin.
  () => import('./lib/open-engine.ts').then(({ openEngine }) => void openEngine().catch(() => undefined)),
  () => import('react-dom/client'),
  () => import('./ui/system.ts'),
  () => import('./app/router.tsx'),
];

/** Lets fingers be answered before what comes next. A page that nobody sees has none, and slow timers. */
const pause = () => (document.hidden ? undefined : new Promise((resolve) => setTimeout(resolve)));

/** One after another: at once, on a cheap phone, they would hold fingers up for a fifth of a second. */
async function start(): Promise<void> {
  for (const begin of parts) {
    await begin();
    await pause();
  }
  const { startApp } = await import('./start/start-app.tsx');
  startApp();
}

void start();
