import { FileMusic, Image, ImagePlus, X } from 'lucide';
import type { ReactNode } from 'react';
import type { UploadFile, UploadRecord } from '../../sync/client.ts';
import { megabytes, minutesAndSeconds } from '../platform/format.ts';
import { Cover } from '../design/art.tsx';
import { Button, IconButton } from '../design/button.tsx';
import { ACCEPTED_AUDIO, FilePicker } from './file-picker.tsx';
import type { FormState } from './desk-state.ts';
import type { UploadDesk } from './upload-desk.ts';
import { UploadProgressLines } from './progress-lines.tsx';
import { isHeldUp, isUnderWay } from './upload-stage.ts';
import { uploadTexts } from './upload-texts.ts';
import { useObjectUrl } from '../platform/use-object-url.ts';
import { Icon } from '../design/icon.tsx';
import { Box, Flex } from '../design/styled.tsx';

export function FilesBlock({
  desk,
  record,
  formState,
}: {
  desk: UploadDesk;
  record: UploadRecord | null;
  formState: FormState | undefined;
}) {
  const isSent = record !== null && isUnderWay(record);
  const audio = record?.audio ?? null;
  const errors = formState?.errors ?? {};
  const hasCover = Boolean(record?.cover);
  const found = hasCover || isSent ? null : (formState?.foundCover ?? null);
  const coverSrc = useObjectUrl(hasCover ? (formState?.cover ?? null) : (found?.blob ?? null));
  const isWaiting = record !== null && isHeldUp(record);
  const pickCover = ([file]: File[]) => void (file && desk.pickCover(file));
  return (
    <Flex as="section" aria-label="Files" mt={{ base: '16px', lg: '0' }} gap={{ base: '14px', lg: '20px' }}>
      <Box width={{ base: '116px', lg: '152px' }} flex="none" position="relative">
        <Cover src={coverSrc} coverSeed={null} px={152} eager dimmed={found !== null} />
        {found && (
          <Flex position="absolute" inset="0" align="center" justify="center" pointerEvents="none">
            <Box bg="bg.emphasized" borderRadius="full" px="10px" py="4px" fontSize="12px" fontWeight="600">
              {uploadTexts.foundInFile}
            </Box>
          </Flex>
        )}
        {!isSent && !found && (
          <FilePicker
            accept="image/*"
            label={hasCover ? 'Change cover' : 'Add cover'}
            isInvalid={Boolean(errors.cover)}
            onFiles={pickCover}
            isRound
          >
            <Icon of={ImagePlus} size={19} />
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
          <>
            <FileName
              audio={audio}
              label="Cancel upload"
              onClear={record.stage.kind === 'sending' ? () => desk.remove(record.id) : null}
            />
            <UploadProgressLines record={record} label="Upload" />
          </>
        ) : audio ? (
          <>
            <FileName audio={audio} label="Remove file" onClear={desk.clearAudio} />
            {found ? (
              <FoundCover found={found}>
                <Button variant="outline" size="sm" onClick={() => void desk.takeFoundCover()}>
                  {uploadTexts.takeCover}
                </Button>
                <Box position="relative">
                  <FilePicker accept="image/*" label="Add cover" isInvalid={Boolean(errors.cover)} onFiles={pickCover}>
                    <Flex align="center" gap="8px" minHeight="36px" px="14px" borderRadius="full" bg="bg.muted">
                      <Icon of={Image} size={16} />
                      {uploadTexts.chooseImage}
                    </Flex>
                  </FilePicker>
                </Box>
              </FoundCover>
            ) : (
              <Box textStyle="meta" color="fg.muted" mt="auto" fontVariantNumeric="tabular-nums">
                {lengthAndSize(audio)}
              </Box>
            )}
          </>
        ) : (
          <FilePicker
            accept={ACCEPTED_AUDIO}
            isMany
            label="Choose an MP3"
            isInvalid={Boolean(errors.audio)}
            onFiles={(files) => void desk.addAudio(files)}
          >
            <Icon of={FileMusic} size={22} />
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

/** '4:06, 9.4 MB'. */
export function lengthAndSize({ durationMs, bytes }: UploadFile): string {
  const size = `${megabytes(bytes)} MB`;
  return durationMs ? `${minutesAndSeconds(durationMs / 1000)}, ${size}` : size;
}

function FoundCover({ found, children }: { found: { width: number; height: number }; children: ReactNode }) {
  const pixels = [found.width, found.height].map((side) => side.toLocaleString('en')).join(' by ');
  return (
    <>
      <Box textStyle="meta" color="fg.muted" mt="4px">
        This file carries a cover, {pixels} pixels.
      </Box>
      <Flex gap="8px" mt="10px" wrap="wrap" fontSize="14px" fontWeight="600">
        {children}
      </Flex>
    </>
  );
}

function FileName({ audio, label, onClear }: { audio: UploadFile; label: string; onClear: (() => void) | null }) {
  return (
    <Flex gap="8px" align="center">
      <Icon of={FileMusic} />
      <Box textStyle="title" flex="1" truncate>
        {audio.name}
      </Box>
      {onClear && (
        <IconButton label={label} m="-12px -12px -12px 0" onClick={onClear}>
          <Icon of={X} />
        </IconButton>
      )}
    </Flex>
  );
}
