import { useCallback, useState } from 'react';
import { toastOnError } from '../../engine/call-failure.ts';
import { bytes } from '../../platform/format.ts';
import { useEngine, useLive, useScope } from '../../engine/live.ts';
import { useRead } from '../../platform/use-read.ts';
import { texts } from '../../platform/texts.ts';
import { Button } from '../../design/button.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { deviceTexts } from '../../components/offline/device-texts.ts';

/** Shows the used storage, the quota, and whether the browser grants persistent storage (SY-22). */
export function StoragePanel() {
  const scope = useScope();
  const kept = useLive(scope.kept.states);
  const [persistRequests, setPersistRequests] = useState(0);
  const { storage } = useEngine();
  const read = useCallback(() => storage.read(), [storage]);
  const report = useRead(read, `${kept.size} ${persistRequests}`);

  async function persist() {
    const isGranted = await storage.persist();
    if (!isGranted) toast({ kind: 'info', ...deviceTexts.notPromised });
    setPersistRequests(persistRequests + 1);
  }

  if (report.kind === 'failed') return <FailedState title={texts.readFailed} onRetry={report.retry} />;
  if (report.kind === 'reading') return <Skeleton height="52px" />;
  const { usedBytes, quotaBytes, isPersistent } = report.value;
  const share = usedBytes !== null && quotaBytes ? usedBytes / quotaBytes : null;
  return (
    <>
      <Flex justify="space-between" gap="12px" fontVariantNumeric="tabular-nums">
        <Box>{usedBytes === null ? deviceTexts.usedUnknown : deviceTexts.used(bytes(usedBytes))}</Box>
        {quotaBytes !== null && <Box color="fg.muted">{deviceTexts.quota(bytes(quotaBytes))}</Box>}
      </Flex>
      {share !== null && (
        <Box
          role="meter"
          aria-label={deviceTexts.storage}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          mt="8px"
          height="6px"
          borderRadius="full"
          bg="bg.emphasized"
          data-drawn="choice"
          overflow="hidden"
        >
          <Box height="100%" data-drawn="sign" minWidth="4px" width={`${Math.min(100, share * 100)}%`} bg="fg" />
        </Box>
      )}
      {isPersistent !== null && (
        <Flex align="center" gap="8px 16px" wrap="wrap" mt="12px">
          <Box flex="1 1 220px" color="fg.muted">
            {isPersistent ? deviceTexts.promised : deviceTexts.unpromised}
          </Box>
          {!isPersistent && (
            <Button variant="quiet" size="sm" onClick={() => toastOnError(persist())}>
              {deviceTexts.persist}
            </Button>
          )}
        </Flex>
      )}
    </>
  );
}
