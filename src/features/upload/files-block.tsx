import { Box, chakra, Flex } from '@chakra-ui/react';
import { Clock, FileMusic, ImagePlus, X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { megabytes, timeLeft } from '../../lib/format.ts';
import { texts } from '../../lib/texts.ts';
import { Cover } from '../../ui/art.tsx';
import { IconButton } from '../../ui/button.tsx';
import { currentLine, hashText } from '../../ui/current-line.ts';
import type { FormErrors } from './upload-form.ts';
import type { uploadMachine } from './upload-machine.ts';

interface FilesBlockProps {
  snapshot: SnapshotFrom<typeof uploadMachine>;
  audio: File | null;
  cover: File | null;
  errors: FormErrors;
  onAudio: (file: File) => void;
  onCover: (file: File) => void;
  onClearAudio: () => void;
  onCancel: () => void;
}

/** Cover and audio: two pickers, or where the transfer of both stands. */
export function FilesBlock({
  snapshot,
  audio,
  cover,
  errors,
  onAudio,
  onCover,
  onClearAudio,
  onCancel,
}: FilesBlockProps) {
  const { record } = snapshot.context;
  const isUnderWay = !snapshot.matches('form');
  const coverBlob = isUnderWay ? (record?.cover?.blob ?? null) : cover;
  const coverSrc = useObjectUrl(coverBlob);
  const isWaiting = snapshot.matches({ active: 'waiting' });
  return (
    <Flex as="section" aria-label="Files" mt="16px" gap="14px">
      <Box width="116px" flex="none" position="relative">
        <Cover src={coverSrc} eager />
        {!isUnderWay && (
          <FilePicker
            accept="image/*"
            label={cover ? 'Change cover' : 'Add cover'}
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
        {...(isWaiting || (!isUnderWay && !audio)
          ? {
              border: '1.5px dashed',
              borderColor: errors.audio ? 'red.fg' : 'border.emphasized',
              borderRadius: 'field',
              p: '10px 12px',
            }
          : {})}
      >
        {isUnderWay && record ? (
          <Transfer snapshot={snapshot} name={record.audio.name} seed={record.trackId} onCancel={onCancel} />
        ) : audio ? (
          <>
            <FileName name={audio.name} label="Remove file" onClear={onClearAudio} />
            <Box textStyle="meta" color="fg.muted" mt="auto" fontVariantNumeric="tabular-nums">
              {megabytes(audio.size)} MB
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

function Transfer({
  snapshot,
  name,
  seed,
  onCancel,
}: {
  snapshot: SnapshotFrom<typeof uploadMachine>;
  name: string;
  seed: string;
  onCancel: () => void;
}) {
  const { sentBytes, totalBytes, rate } = snapshot.context.progress;
  const isCreating = snapshot.matches({ active: 'creating' });
  const share = isCreating ? 1 : totalBytes > 0 ? sentBytes / totalBytes : 0;
  const percent = Math.floor(share * 100);
  const isWaiting = snapshot.matches({ active: 'waiting' });
  return (
    <>
      <FileName name={name} label="Cancel upload" onClear={isCreating ? null : onCancel} />
      <Box
        mt="8px"
        role="progressbar"
        aria-label="Upload"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} percent`}
      >
        <UploadLine seed={seed} share={share} />
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
              {megabytes(share * totalBytes)} of {megabytes(totalBytes)} MB
              {rate > 0 && share < 1 && <Box textStyle="small">{timeLeft((totalBytes - sentBytes) / rate)}</Box>}
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

/** An address for a blob while it is shown. */
function useObjectUrl(blob: Blob | null): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return setShown(null);
    const url = URL.createObjectURL(blob);
    setShown(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return shown;
}
