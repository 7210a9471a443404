import { Outlet } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { SyncClient } from '../../sync/client.ts';
import { resumeUploads } from '../features/upload/resume-uploads.ts';
import { EngineContext, useScopeOrNull } from '../lib/live.ts';
import { openEngine } from '../lib/open-engine.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { FirstVisitOffline } from './error-page.tsx';
import { ListeningProvider } from './listening.tsx';

const Prompts = lazyPart(() => import('./prompts.tsx').then((m) => m.Prompts), 'unseen');

/** What this person has begun to upload goes on, on whichever page they are. */
function Uploads() {
  const scope = useScopeOrNull();
  useEffect(() => (scope ? resumeUploads(scope) : undefined), [scope]);
  return null;
}

/** Everything that outlives a page: the engine, the player, toasts, the prompts. */
export function AppRoot() {
  const [sync, setSync] = useState<SyncClient | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const open = useCallback(() => {
    setFailed(false);
    openEngine().then(setSync, () => setFailed(true));
  }, []);
  useEffect(open, [open]);

  if (hasFailed && !sync) {
    return <FirstVisitOffline onRetry={open} />;
  }
  return (
    <EngineContext value={sync}>
      <Uploads />
      <ListeningProvider>
        <Outlet />
        {sync && <Prompts />}
      </ListeningProvider>
      <Toaster />
    </EngineContext>
  );
}
