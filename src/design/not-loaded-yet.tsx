import type { ReactNode } from 'react';
import { useHasLoadFailed } from '../engine/load-failed.ts';
import { useIsOffline, useIsSyncing, useScope } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { FailedState } from './failed-state.tsx';
import { PageLoading } from './page-loading.tsx';
import { Box } from './styled.tsx';

interface NotLoadedYetProps {
  /** Title of the failure. */
  title: string;
  text?: string;
  /** Shown until loading has failed. */
  children?: ReactNode;
}

export function NotLoadedYet({ title, text, children = <PageLoading /> }: NotLoadedYetProps) {
  const scope = useScope();
  const isOffline = useIsOffline();
  const isSyncing = useIsSyncing();
  if (!useHasLoadFailed()) return children;
  return (
    <Box mt="12px">
      <FailedState
        title={title}
        text={text ?? (isOffline ? texts.notHere.offline : texts.notHere.refused)}
        isBusy={isSyncing}
        onRetry={() => scope.syncNow()}
      />
    </Box>
  );
}
