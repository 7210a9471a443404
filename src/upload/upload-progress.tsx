import { Clock } from 'lucide';
import type { UploadRecord, WaitsFor } from '../../sync/client.ts';
import { bytes, megabytes, timeLeft } from '../platform/format.ts';
import { useLive, useScope, useSyncStatus } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { isCreationOf, usePace } from '../engine/use-pace.ts';
import { driveUploads } from './upload-driver.ts';
import { shareOf, totalBytes } from './upload-record.ts';
import { uploadTexts } from './upload-texts.ts';
import { Icon } from '../design/icon.tsx';
import { ProgressLine } from '../design/progress-line.tsx';
import { Box, Flex } from '../design/styled.tsx';

/** Progress of an upload: line, percentage, amount and rate. `label` is its accessible name. */
export function UploadProgressLines({ record, label }: { record: UploadRecord; label: string }) {
  const { progress } = driveUploads(useScope());
  // Another tab's progress comes from the stored record, with a delay.
  const own = useLive(progress).get(record.id);
  const total = totalBytes(record);
  const share = shareOf(record, own?.sentBytes);
  const percent = Math.floor(share * 100);
  const rate = own?.rate ?? 0;
  const pace = usePace(isCreationOf(record.trackId));
  // Once all bytes are sent, the server's judgement may take long on a healthy connection, so rely on the sync status.
  const isSilent = useSyncStatus((status) => status.isSilent);
  const isLineSilent = own !== undefined && (own.isSilent || (share === 1 && isSilent));
  const waits =
    record.stage.kind === 'sending'
      ? isLineSilent
        ? texts.sync.silent
        : waitingWords(record.stage.waitsFor, share, own !== undefined)
      : pace;
  return (
    <>
      <Box
        mt="8px"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} percent`}
      >
        <ProgressLine seed={record.trackId} share={share} width={228} height={34} half={3.1} isPlain />
      </Box>
      <Flex mt="auto" pt="6px" align="flex-end" gap="10px" fontVariantNumeric="tabular-nums" wrap="wrap">
        <Box fontFamily="display" fontWeight="800" fontSize="30px" lineHeight="1" letterSpacing="-.02em">
          {percent}%
        </Box>
        <Box flex="1" />
        <Box textStyle="meta" color="fg.muted" textAlign="right">
          {waits ? (
            <Flex align="center" gap="5px" textAlign="left">
              <Box flexShrink="0" asChild>
                <Icon of={Clock} size={14} />
              </Box>
              {waits}
            </Flex>
          ) : (
            <>
              {rate > 0 && share < 1 && (
                <Box textStyle="small" color="fg">
                  {timeLeft(((1 - share) * total) / rate)}
                </Box>
              )}
              {megabytes(share * total)} of {megabytes(total)} MB
              {rate > 0 && share < 1 && `, ${bytes(rate)}/s`}
            </>
          )}
        </Box>
      </Flex>
    </>
  );
}

/** Text for what the upload waits for; null while bytes are sent. */
function waitingWords(waitsFor: WaitsFor | null, share: number, isHere: boolean): string | null {
  if (waitsFor === 'check') return uploadTexts.notChecked;
  if (waitsFor === 'room') return uploadTexts.noRoom;
  if (waitsFor !== null || (!isHere && share === 0)) return texts.sync.waitingToSend;
  return share === 1 ? uploadTexts.checking : null;
}
