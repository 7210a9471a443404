import { Outlet, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { SyncClient } from '../../sync/client.ts';
import { EngineContext, useScopeOrNull } from '../engine/live.ts';
import { engineNow, openEngine } from '../engine/open-engine.ts';
import { lazyPart } from '../design/lazy-part.tsx';
import { Toaster } from '../design/toaster.tsx';
import { resumeUploads } from '../upload/resume-uploads.ts';
import { DropOffer } from './drop-offer.tsx';
import { FirstVisitOffline } from './error-page.tsx';
import { ListeningProvider } from './listening.tsx';
import { PersonalToasts } from './personal-toasts.tsx';

const Prompts = lazyPart(() => import('./prompts.tsx').then((m) => m.Prompts), 'invisible');

function Uploads() {
  const scope = useScopeOrNull();
  useEffect(() => (scope && scope.userId !== null ? resumeUploads(scope) : undefined), [scope]);
  return null;
}

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
    // If this code cannot be loaded, no snapshots are saved.
    import('../boot/save-snapshots.ts')
      .then(({ saveSnapshots }) => saveSnapshots(scope, shown, stopped.signal))
      .catch(() => undefined);
    return () => stopped.abort();
  }, [scope, router]);
  return null;
}

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
      <PersonalToasts />
      <ListeningProvider>
        <Outlet />
        {engine && <Prompts />}
      </ListeningProvider>
      <Toaster />
    </EngineContext>
  );
}
