import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useScope, useSyncStatus } from '../../lib/live.ts';
import { useDeviceNow } from '../../lib/use-now.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { hasFailedToLoad } from './profile-loading.ts';
import { profileTexts } from './profile-texts.ts';

/** Until the own row has arrived for the first time: the header's geometry, or why it does not come. */
export function ProfileLoading() {
  const scope = useScope();
  const status = useSyncStatus();
  const now = useDeviceNow(1000);
  const [since] = useState(now);
  if (hasFailedToLoad(status, since, now))
    return (
      <FailedState
        title={profileTexts.loadingError}
        text={status.network === 'offline' ? profileTexts.offline : profileTexts.tryAgain}
        isBusy={status.work.kind === 'working'}
        onRetry={() => scope.syncNow()}
      />
    );
  return (
    <>
      <Flex gap="16px" align="center">
        <Skeleton width="80px" height="80px" borderRadius="full" />
        <Box flex="1">
          <Skeleton height="26px" width="45%" />
          <Skeleton height="16px" width="35%" mt="8px" />
        </Box>
      </Flex>
      <Skeleton height="20px" width="70%" mt="18px" />
      <Skeleton height="240px" borderRadius="panel" mt="22px" />
    </>
  );
}
