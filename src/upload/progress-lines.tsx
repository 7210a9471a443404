import { Clock } from 'lucide';
import type { UploadRecord, WaitsFor } from '../../sync/client.ts';
import { bytes, megabytes, timeLeft } from '../platform/format.ts';
import { texts } from '../platform/texts.ts';
import { isCreationOf, useRateLimitText } from '../engine/use-rate-limit.ts';
import { type UploadProgress, useProgressOf } from './upload-progress.ts';
import { uploadTexts } from './upload-texts.ts';
import { ProgressBar } from '../design/progress-bar.tsx';
import { Icon } from '../design/icon.tsx';
import { ProgressLine } from '../design/progress-line.tsx';
import { Box, Flex } from '../design/styled.tsx';

export function UploadProgressLines({ record, label }: { record: UploadRecord; label: string }) {
  const progress = useProgressOf()(record);
  const { share, rate, totalBytes: total } = progress;
  const percent = Math.floor(share * 100);
  const pace = useRateLimitText(isCreationOf(record.trackId));
  const waits = record.stage.kind === 'sending' ? waitingWords(record.stage.waitsFor, progress) : pace;
  return (
    <>
      <ProgressBar label={label} value={percent} mt="8px">
        <ProgressLine seed={record.trackId} share={share} width={228} height={34} half={3.1} isPlain />
      </ProgressBar>
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

/** Says why no bytes are sent; null while bytes are sent. */
function waitingWords(waitsFor: WaitsFor | null, { share, isSilent, hasBegun }: UploadProgress): string | null {
  if (isSilent) return texts.sync.silent;
  if (waitsFor === 'check') return uploadTexts.notChecked;
  if (waitsFor === 'room') return uploadTexts.noRoom;
  if (waitsFor !== null || !hasBegun) return texts.sync.waitingToSend;
  return share === 1 ? uploadTexts.checking : null;
}
