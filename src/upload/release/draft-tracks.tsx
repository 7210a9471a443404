import { FileAudio, Lock, Pencil, Plus, X } from 'lucide';
import { useState } from 'react';
import type { UploadRecord } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useLive } from '../../engine/live.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { OrderedList } from '../../design/ordered-list.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { formOf } from '../desk-state.ts';
import { ACCEPTED_AUDIO, FilePicker } from '../file-picker.tsx';
import { lengthAndSize } from '../files-block.tsx';
import { uploadTexts } from '../upload-texts.ts';
import type { FreeSlots } from '../use-slots.ts';
import type { ReleaseDesk } from './release-desk.ts';
import { releaseTexts } from './release-texts.ts';
import { TrackArtist } from './track-artist.tsx';
import { TrackField, type TrackPart } from './track-field.tsx';

const ROW_PX = 59;
const keyOf = ({ id }: UploadRecord) => id;

interface DraftTracksProps {
  desk: ReleaseDesk;
  uploads: readonly UploadRecord[];
  /** Of the release. */
  artistName: string;
  slots: FreeSlots;
}

export function DraftTracks({ desk, uploads, artistName, slots }: DraftTracksProps) {
  const { formStates } = useLive(desk.uploads);
  const [edited, setEdited] = useState<{ id: string; part: TrackPart } | null>(null);
  const titleOf = (record: UploadRecord) =>
    formOf(record, formStates.get(record.id), '').title || record.audio?.name || uploadTexts.noTitle;
  const hasSlot = (record: UploadRecord) => slots.free === null || uploads.indexOf(record) < slots.free;
  const isFull = slots.free !== null && uploads.length >= slots.free;
  return (
    <Box as="section" aria-label={releaseTexts.tracksInOrder} flex="1" minWidth="0" width="100%">
      <Flex justify="space-between" align="baseline" gap="12px" pb="10px" borderBottom="1px solid" borderColor="border">
        <styled.h2 textStyle="h2">{releaseTexts.tracksInOrder}</styled.h2>
        <Box textStyle="meta" color="fg.muted">
          {releaseTexts.shared}
        </Box>
      </Flex>
      <OrderedList
        label={releaseTexts.tracksInOrder}
        items={uploads}
        keyOf={keyOf}
        rowHeight={ROW_PX}
        nameOf={titleOf}
        canMove={(record) => hasSlot(record) && record.id !== edited?.id}
        onMove={({ id }, order) => {
          desk.move(id, order.indexOf(id));
          return Promise.resolve();
        }}
        gripAt="start"
      >
        {(record, { row }) => (
          <DraftRow
            record={record}
            title={titleOf(record)}
            number={row + 1}
            lockedWords={hasSlot(record) ? null : releaseTexts.noSlot(slots.level)}
            isTitleFromFile={formStates.get(record.id)?.fromFile.title === titleOf(record)}
            releaseArtist={artistName}
            edited={record.id === edited?.id ? edited.part : null}
            onEdit={(part) => setEdited(part && { id: record.id, part })}
            onTitle={(title) => desk.rename(record.id, title)}
            onArtist={(name) => toastOnError(desk.nameTrackArtist(record, name))}
            onRemove={() => desk.remove(record.id)}
          />
        )}
      </OrderedList>
      <Box pt="14px">
        {isFull && uploads.length > 0 ? (
          <AddRow title={releaseTexts.addFiles} how={releaseTexts.noSlotToAdd} isDimmed />
        ) : (
          <FilePicker
            accept={`${ACCEPTED_AUDIO},.zip,application/zip`}
            isMany
            label={releaseTexts.addFiles}
            onFiles={(files) => void desk.addFiles(files)}
          >
            <AddRow title={releaseTexts.addFiles} how={releaseTexts.addFilesHow} />
          </FilePicker>
        )}
      </Box>
    </Box>
  );
}

function AddRow({ title, how, isDimmed = false }: { title: string; how: string; isDimmed?: boolean }) {
  return (
    <Flex
      align="center"
      gap="14px"
      width="100%"
      textAlign="left"
      minHeight="44px"
      {...(isDimmed ? { color: 'fg.subtle' } : {})}
    >
      <Flex
        align="center"
        justify="center"
        width="44px"
        height="44px"
        flex="none"
        borderRadius="full"
        {...(isDimmed ? { bg: 'bg.muted' } : { boxShadow: 'inset 0 0 0 1.5px {colors.border.emphasized}' })}
      >
        <Icon of={Plus} size={20} />
      </Flex>
      <Box>
        <Box textStyle="title">{title}</Box>
        <Box textStyle="small" color="fg.muted">
          {how}
        </Box>
      </Box>
    </Flex>
  );
}

interface DraftRowProps {
  record: UploadRecord;
  title: string;
  number: number;
  /** Why the track has to wait; null if it has a slot. */
  lockedWords: string | null;
  isTitleFromFile: boolean;
  /** Of the release. */
  releaseArtist: string;
  edited: TrackPart | null;
  onEdit: (part: TrackPart | null) => void;
  onTitle: (title: string) => void;
  onArtist: (artistName: string) => void;
  onRemove: () => void;
}

function DraftRow({
  record,
  title,
  number,
  lockedWords,
  isTitleFromFile,
  releaseArtist,
  edited,
  onEdit,
  onTitle,
  onArtist,
  onRemove,
}: DraftRowProps) {
  const isLocked = lockedWords !== null;
  const artistName = record.release?.artistName ?? '';
  return (
    <Flex align="center" gap="10px" minHeight="58px" py="6px" borderBottom="1px solid" borderColor="border">
      {isLocked ? (
        <Box color="fg.subtle" width="44px" flex="none">
          <Icon of={Lock} size={18} />
        </Box>
      ) : (
        <Box width="24px" flex="none" fontFamily="display" fontWeight="700" fontSize="14px" color="fg.muted">
          {number}
        </Box>
      )}
      {edited !== null ? (
        <TrackField
          part={edited}
          title={title}
          artistName={artistName}
          releaseArtist={releaseArtist}
          onTitle={onTitle}
          onArtist={onArtist}
          onEnd={() => onEdit(null)}
        />
      ) : (
        <>
          <Box flex="1" minWidth="0">
            <Box textStyle="title" truncate {...(isLocked ? { color: 'fg.subtle' } : {})}>
              {title}
            </Box>
            <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums" truncate>
              {artistName !== '' && (
                <>
                  <TrackArtist title={title} artistName={artistName} onEdit={() => onEdit('artist')} />
                  {', '}
                </>
              )}
              {lockedWords ?? (record.audio ? lengthAndSize(record.audio) : uploadTexts.noFile)}
            </Box>
          </Box>
          {isTitleFromFile && !isLocked && (
            <Flex align="center" gap="5px" textStyle="meta" color="fg.muted" flex="none" hideBelow="lg">
              <Icon of={FileAudio} size={14} />
              {releaseTexts.titleFromFile}
            </Flex>
          )}
          {!isLocked && (
            <IconButton label={releaseTexts.rename(title)} onClick={() => onEdit('title')}>
              <Icon of={Pencil} size={18} />
            </IconButton>
          )}
          <IconButton label={releaseTexts.remove(title)} mr="-12px" onClick={onRemove}>
            <Icon of={X} />
          </IconButton>
        </>
      )}
    </Flex>
  );
}
