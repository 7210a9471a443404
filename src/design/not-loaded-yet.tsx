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
  /** The reason; by default offline or refused. */
  text?: string;
  /** The placeholder while loading; a busy indicator by default. */
  children?: ReactNode;
}

/** Replaces data that the replica does not hold yet: a placeholder while loading, then a failure with Retry. */
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
