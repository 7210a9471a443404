import { Outlet, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { SyncClient } from '../../sync/client.ts';
import { EngineContext, useScopeOrNull } from '../engine/live.ts';
import { engineNow, openEngine } from '../engine/open-engine.ts';
import { lazyPart } from '../design/lazy-part.tsx';
import { Toaster } from '../design/toaster.tsx';
import { DropOffer } from './drop-offer.tsx';
import { FirstVisitOffline } from './error-page.tsx';
import { ListeningProvider } from './listening.tsx';

const Prompts = lazyPart(() => import('./prompts.tsx').then((m) => m.Prompts), 'unseen');

/** What this person has begun to upload goes on, on whichever page they are. */
function Uploads() {
  const scope = useScopeOrNull();
  useEffect(() => {
    if (!scope || scope.userId === null) return;
    // Code that cannot be had now comes with the upload's page, or with the next start.
    import('../upload/resume-uploads.ts').then(({ resumeUploads }) => resumeUploads(scope)).catch(() => undefined);
  }, [scope]);
  return null;
}

/** Saves what this person sees, to be shown while the app boots at the next start. */
function Snapshots() {
  const scope = useScopeOrNull();
  const router = useRouter();
  useEffect(() => {
    if (!scope || scope.userId === null) return;
    const stopped = new AbortController();
    const shown = {
      path: () => {
        const { resolvedLocation } = router.state;
        return resolvedLocation?.pathname === window.location.pathname ? resolvedLocation.pathname : null;
      },
      onDrawn: (listener: () => void) => router.subscribe('onRendered', listener),
    };
    // Without its code none is saved.
    import('../boot/save-snapshots.ts')
      .then(({ saveSnapshots }) => saveSnapshots(scope, shown, stopped.signal))
      .catch(() => undefined);
    return () => stopped.abort();
  }, [scope, router]);
  return null;
}

/** Everything that outlives a page: the engine, the player, toasts, the prompts. */
export function AppRoot() {
  const [engine, setEngine] = useState<SyncClient | null>(engineNow);
  const [hasFailed, setFailed] = useState(false);

  const open = useCallback(() => {
    setFailed(false);
    openEngine().then(setEngine, () => setFailed(true));
  }, []);
  useEffect(open, [open]);

  if (hasFailed && !engine) {
    return <FirstVisitOffline onRetry={open} />;
  }
  return (
    <EngineContext value={engine}>
      <Uploads />
      <Snapshots />
      <DropOffer />
      <ListeningProvider>
        <Outlet />
        {engine && <Prompts />}
      </ListeningProvider>
      <Toaster />
    </EngineContext>
  );
}
