import { Check, CircleAlert, Clock, Lock, Pencil, Plus, X } from 'lucide';
import type { ReactNode } from 'react';
import type { UploadRecord } from '../../sync/client.ts';
import { plural } from '../platform/texts.ts';
import { isCreationOf, useRateLimitText } from '../engine/use-rate-limit.ts';
import { Cover } from '../design/art.tsx';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { List } from '../design/list-row.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { ACCEPTED_AUDIO, FilePicker } from './file-picker.tsx';
import { lengthAndSize } from './files-block.tsx';
import type { FormState } from './desk-state.ts';
import type { UploadDesk } from './upload-desk.ts';
import { UploadProgressLines } from './progress-lines.tsx';
import { useProgressOf } from './upload-progress.ts';
import { isHeldUp } from './upload-stage.ts';
import { uploadTexts } from './upload-texts.ts';
import { useObjectUrl } from '../platform/use-object-url.ts';
import { WaitingText } from '../engine/waiting-text.tsx';

interface UploadQueueProps {
  desk: UploadDesk;
  rows: readonly UploadRecord[];
  openId: string;
  formStates: ReadonlyMap<string, FormState>;
}

export function UploadQueue({ desk, rows, openId, formStates }: UploadQueueProps) {
  return (
    <Box as="section" aria-label="Queue" mt={{ base: '12px', lg: '0' }}>
      {rows.length > 0 && (
        <Flex
          justify="space-between"
          align="baseline"
          gap="12px"
          pb="10px"
          borderBottom="1px solid"
          borderColor="border"
        >
          <styled.h2 textStyle="h2">
            {rows.length} {plural(rows.length, 'file')}
          </styled.h2>
          <Box textStyle="meta" color="fg.muted">
            {uploadTexts.oneAfterAnother}
          </Box>
        </Flex>
      )}
      <List>
        {rows.map((record) => (
          <Row
            key={record.id}
            desk={desk}
            record={record}
            isOpen={record.id === openId}
            formState={formStates.get(record.id)}
          />
        ))}
      </List>
      <Box pt="12px" {...(rows.length > 0 ? { borderTop: '1px solid', borderColor: 'border' } : {})}>
        <FilePicker
          accept={ACCEPTED_AUDIO}
          isMany
          label={uploadTexts.addFiles}
          onFiles={(files) => void desk.addAudio(files)}
        >
          <Flex align="center" gap="14px" width="100%" textAlign="left" minHeight="44px">
            <Flex
              align="center"
              justify="center"
              width="44px"
              height="44px"
              flex="none"
              borderRadius="full"
              boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}"
            >
              <Icon of={Plus} size={20} />
            </Flex>
            <Box>
              <Box textStyle="title">{uploadTexts.addFiles}</Box>
              <Box textStyle="small" color="fg.muted" hideBelow="lg">
                {uploadTexts.addFilesHow}
              </Box>
            </Box>
          </Flex>
        </FilePicker>
      </Box>
    </Box>
  );
}

interface RowProps {
  desk: UploadDesk;
  record: UploadRecord;
  isOpen: boolean;
  formState: FormState | undefined;
}

function Row({ desk, record, isOpen, formState }: RowProps) {
  const { hasBegun } = useProgressOf()(record);
  const cover = useObjectUrl(formState?.cover ?? null);
  const { stage } = record;
  const title = (formState?.typed ?? record.form).title || record.audio?.name || uploadTexts.noTitle;
  const isSending = stage.kind === 'sending' && !isHeldUp(record) && hasBegun;
  const pace = useRateLimitText(isCreationOf(record.trackId));
  const isWaiting = stage.kind === 'sending' ? !isSending : pace !== null;
  return (
    <Box
      as="li"
      mx="-10px"
      px="10px"
      py="10px"
      borderRadius="12px"
      {...(isOpen ? { bg: 'bg.subtle' } : {})}
      {...(isOpen ? { 'aria-current': true } : {})}
    >
      <Flex align="center" gap="12px" position="relative">
        <Box
          width={{ base: '44px', lg: '60px' }}
          flex="none"
          borderRadius="art"
          {...(isWaiting ? { outline: '1.5px dashed', outlineColor: 'border.emphasized', outlineOffset: '3px' } : {})}
        >
          <Cover src={cover} coverSeed={record.trackId} px={60} eager />
        </Box>
        <styled.button
          type="button"
          flex="1"
          minWidth="0"
          textAlign="left"
          cursor="pointer"
          minHeight="44px"
          onClick={() => desk.open(record.id)}
        >
          <Box textStyle="title" truncate>
            {title}
          </Box>
          <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
            {record.audio ? lengthAndSize(record.audio) : uploadTexts.noFile}
          </Box>
        </styled.button>
        <State record={record} isOpen={isOpen} isWaiting={isWaiting} />
        {stage.kind !== 'creating' && stage.kind !== 'cancelling' && (
          <IconButton label={`Remove ${title}`} mr="-12px" onClick={() => desk.remove(record.id)}>
            <Icon of={X} />
          </IconButton>
        )}
      </Flex>
      {pace && !isOpen && (
        <Box mt="6px" textStyle="meta" color="fg.muted">
          {pace}
        </Box>
      )}
      {isSending && !isOpen && <UploadProgressLines record={record} label={`Upload of ${title}`} />}
      {stage.kind === 'draft' && stage.refusal && (
        <Flex gap="6px" mt="6px" fontSize="13px" color="red.fg">
          <Icon of={stage.refusal.title === uploadTexts.limitReached ? Lock : CircleAlert} size={16} />
          {stage.refusal.text}
        </Flex>
      )}
    </Box>
  );
}

function State({ record, isOpen, isWaiting }: { record: UploadRecord; isOpen: boolean; isWaiting: boolean }) {
  if (record.stage.kind === 'done')
    return (
      <StateLabel>
        <Icon of={Check} size={16} />
        {uploadTexts.done}
      </StateLabel>
    );
  if (isWaiting)
    return (
      <StateLabel>
        <Icon of={Clock} size={14} />
        <WaitingText filter={isCreationOf(record.trackId)} length="short" />
      </StateLabel>
    );
  if (isOpen && record.stage.kind === 'draft')
    return (
      <Flex
        align="center"
        gap="6px"
        bg="bg.emphasized"
        borderRadius="full"
        px="12px"
        py="5px"
        fontSize="12px"
        fontWeight="600"
      >
        <Icon of={Pencil} size={13} />
        {uploadTexts.editing}
      </Flex>
    );
  return null;
}

function StateLabel({ children }: { children: ReactNode }) {
  return (
    <Flex align="center" gap="5px" textStyle="meta" color="fg.muted" flex="none">
      {children}
    </Flex>
  );
}
