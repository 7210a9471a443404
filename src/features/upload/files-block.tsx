import { Box, chakra, Flex } from '@chakra-ui/react';
import { Clock, FileMusic, ImagePlus, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { UploadFile, UploadRecord } from '../../../sync/client.ts';
import { megabytes, timeLeft } from '../../lib/format.ts';
import { texts } from '../../lib/texts.ts';
import { Cover } from '../../ui/art.tsx';
import { IconButton } from '../../ui/button.tsx';
import { currentLine, hashText } from '../../ui/current-line.ts';
import type { FormErrors } from './upload-form.ts';
import type { UploadProgress } from './upload-steps.ts';
import { totalBytes } from './upload-record.ts';
import { isUnderWay } from './upload-stage.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';

interface FilesBlockProps {
  /** Null for an upload of which nothing was typed or chosen yet. */
  record: UploadRecord | null;
  cover: Blob | null;
  /** Of this tab's own transfer, or null. */
  progress: UploadProgress | null;
  errors: FormErrors;
  onAudio: (file: File) => void;
  onCover: (file: File) => void;
  onClearAudio: () => void;
  onCancel: () => void;
}

/** Cover and audio: two pickers, or where the transfer of both stands. */
export function FilesBlock({
  record,
  cover,
  progress,
  errors,
  onAudio,
  onCover,
  onClearAudio,
  onCancel,
}: FilesBlockProps) {
  const isSent = record !== null && isUnderWay(record);
  const audio = record?.audio ?? null;
  const coverSrc = useObjectUrl(record?.cover ? cover : null);
  const isWaiting = record?.stage.kind === 'sending' && record.stage.waitsFor !== null;
  return (
    <Flex as="section" aria-label="Files" mt="16px" gap="14px">
      <Box width="116px" flex="none" position="relative">
        <Cover src={coverSrc} eager />
        {!isSent && (
          <FilePicker
            accept="image/*"
            label={record?.cover ? 'Change cover' : 'Add cover'}
            isInvalid={Boolean(errors.cover)}
            onFile={onCover}
            round
          >
            <ImagePlus size={19} strokeWidth={1.75} aria-hidden />
          </FilePicker>
        )}
      </Box>
      <Flex
        direction="column"
        flex="1"
        minWidth="0"
        {...(isWaiting || (!isSent && !audio)
          ? {
              border: '1.5px dashed',
              borderColor: errors.audio ? 'red.fg' : 'border.emphasized',
              borderRadius: 'field',
              p: '10px 12px',
            }
          : {})}
      >
        {isSent && audio ? (
          <Transfer record={record} audio={audio} progress={progress} onCancel={onCancel} />
        ) : audio ? (
          <>
            <FileName name={audio.name} label="Remove file" onClear={onClearAudio} />
            <Box textStyle="meta" color="fg.muted" mt="auto" fontVariantNumeric="tabular-nums">
              {megabytes(audio.bytes)} MB
            </Box>
          </>
        ) : (
          <FilePicker
            accept=".mp3,.m4a,audio/mpeg"
            label="Choose an MP3"
            isInvalid={Boolean(errors.audio)}
            onFile={onAudio}
          >
            <FileMusic size={22} strokeWidth={1.75} aria-hidden />
            <Box fontWeight="600">Choose an MP3</Box>
            <Box textStyle="small" color="fg.subtle">
              At most 50 MB
            </Box>
          </FilePicker>
        )}
      </Flex>
    </Flex>
  );
}

function FileName({ name, label, onClear }: { name: string; label: string; onClear: (() => void) | null }) {
  return (
    <Flex gap="8px" align="center">
      <FileMusic size={20} strokeWidth={1.75} aria-hidden />
      <Box textStyle="title" flex="1" truncate>
        {name}
      </Box>
      {onClear && (
        <IconButton label={label} m="-12px -12px -12px 0" onClick={onClear}>
          <X size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </Flex>
  );
}

interface TransferProps {
  record: UploadRecord;
  audio: UploadFile;
  progress: UploadProgress | null;
  onCancel: () => void;
}

function Transfer({ record, audio, progress, onCancel }: TransferProps) {
  const { stage } = record;
  const total = totalBytes(record);
  // Another tab's transfer is known from the device, a moment later.
  const sent = Math.max(progress?.sentBytes ?? 0, record.sentBytes);
  const rate = progress?.rate ?? 0;
  const share = stage.kind === 'creating' ? 1 : total > 0 ? sent / total : 0;
  const percent = Math.floor(share * 100);
  const isWaiting = stage.kind === 'sending' && stage.waitsFor !== null;
  return (
    <>
      <FileName name={audio.name} label="Cancel upload" onClear={stage.kind === 'sending' ? onCancel : null} />
      <Box
        mt="8px"
        role="progressbar"
        aria-label="Upload"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} percent`}
      >
        <UploadLine seed={record.trackId} share={share} />
      </Box>
      <Flex mt="auto" align="baseline" gap="10px" fontVariantNumeric="tabular-nums" wrap="wrap">
        <Box fontFamily="display" fontWeight="800" fontSize="30px" lineHeight="1" letterSpacing="-.02em">
          {percent}%
        </Box>
        <Box flex="1" />
        <Box textStyle="meta" color="fg.muted" textAlign="right">
          {isWaiting ? (
            <Flex align="center" gap="5px">
              <Clock size={14} aria-hidden />
              {texts.sync.waitingToSend}
            </Flex>
          ) : (
            <>
              {megabytes(share * total)} of {megabytes(total)} MB
              {rate > 0 && share < 1 && <Box textStyle="small">{timeLeft((total - sent) / rate)}</Box>}
            </>
          )}
        </Box>
      </Flex>
    </>
  );
}

function UploadLine({ seed, share }: { seed: string; share: number }) {
  const d = useMemo(() => currentLine(hashText(seed), 228, 34, 3.1), [seed]);
  return (
    <svg
      width="100%"
      height="34"
      viewBox="0 0 228 34"
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      aria-hidden="true"
      overflow="visible"
    >
      <clipPath id="upload-sent">
        <rect x="0" y="-34" width={228 * share} height="102" />
      </clipPath>
      <path d={d} strokeWidth="1.5" vectorEffect="non-scaling-stroke" opacity=".4" />
      <path d={d} strokeWidth="2" vectorEffect="non-scaling-stroke" clipPath="url(#upload-sent)" />
    </svg>
  );
}

function FilePicker({
  accept,
  label,
  isInvalid,
  round = false,
  onFile,
  children,
}: {
  accept: string;
  label: string;
  isInvalid: boolean;
  round?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      justifyContent="center"
      cursor="pointer"
      textAlign="center"
      _focusWithin={{ outline: '2px solid', outlineColor: 'fg', outlineOffset: '3px' }}
      {...(round
        ? {
            position: 'absolute',
            right: '4px',
            bottom: '4px',
            width: '44px',
            height: '44px',
            borderRadius: 'full',
            bg: 'disc',
            color: 'disc.fg',
            boxShadow: '0 0 0 1px rgba(255,255,255,.2)',
          }
        : { position: 'relative', flexDirection: 'column', gap: '4px', flex: 1, borderRadius: 'field' })}
    >
      {children}
      <chakra.input
        type="file"
        accept={accept}
        aria-label={label}
        aria-invalid={isInvalid}
        position="absolute"
        inset="0"
        opacity="0"
        width="100%"
        height="100%"
        cursor="pointer"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again after a refusal.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </chakra.label>
  );
}
