import { Outlet } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { SyncClient } from '../../sync/client.ts';
import { PlayerProvider } from '../features/player/player-context.tsx';
import { ZapBadgeLayer } from '../features/zaps/zap-badge.tsx';
import { SyncContext } from '../lib/live.ts';
import { openEngine } from '../lib/open-engine.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { FirstVisitOffline } from './error-page.tsx';
import { ListeningProvider } from './listening.tsx';

const Prompts = lazyPart(() => import('./prompts.tsx').then((m) => m.Prompts), 'unseen');

/** Everything that outlives a page: the engine, the player, toasts, the ZAP badge, the prompts. */
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
    <SyncContext value={sync}>
      <PlayerProvider>
        <ListeningProvider>
          <Outlet />
          <ZapBadgeLayer />
          {sync && <Prompts />}
        </ListeningProvider>
      </PlayerProvider>
      <Toaster />
    </SyncContext>
  );
}
