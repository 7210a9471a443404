import { useCallback, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Scope, UploadRecord } from '../../sync/client.ts';
import { droppedFiles, useDroppedFiles } from './dropped-files.ts';
import { isZip, sortFiles } from './sort-files.ts';
import { useLive, useMe, useScope } from '../engine/live.ts';
import { lazyPart } from '../design/lazy-part.tsx';
import { Page } from '../design/page.tsx';
import { Box, Flex } from '../design/styled.tsx';
import { CoverCrop } from './cover-crop.tsx';
import { deskMessages } from './desk-messages.ts';
import { DuplicateNotices } from './duplicate-notices.tsx';
import { SheetSkeleton } from './sheet-skeleton.tsx';
import { UploadDone } from './upload-done.tsx';
import { formOf } from './desk-state.ts';
import { createUploadDesk } from './upload-desk.ts';
import { UploadQueue } from './upload-queue.tsx';
import { UploadSheet } from './upload-sheet.tsx';
import { type UploadMode, UploadHead } from './upload-head.tsx';
import { uploadTexts } from './upload-texts.ts';
import { useSlots } from './use-slots.ts';

const ReleaseUpload = lazyPart(() => import('./release/release-upload.tsx').then((m) => m.ReleaseUpload), 'page');

const MODE_KEY = 'upload-mode';

export function UploadPage() {
  const scope = useScope();
  return <Modes key={scope.owner} scope={scope} />;
}

function Modes({ scope }: { scope: Scope }) {
  const [mode, setMode] = useState<UploadMode>(() =>
    // Only a release takes a ZIP.
    scope.device.text(MODE_KEY) === 'release' || droppedFiles.get()?.files.some(isZip) ? 'release' : 'tracks',
  );
  const onMode = (next: UploadMode) => {
    setMode(next);
    scope.device.setText(MODE_KEY, next);
  };
  const [slotsPlace, setSlotsPlace] = useState<HTMLElement | null>(null);
  return (
    <Page width="wide">
      <UploadHead mode={mode} onMode={onMode} slotsRef={setSlotsPlace} />
      {mode === 'release' ? <ReleaseUpload slotsPlace={slotsPlace} /> : <Desk scope={scope} slotsPlace={slotsPlace} />}
    </Page>
  );
}

const noUploads: readonly UploadRecord[] = [];

function Desk({ scope, slotsPlace }: { scope: Scope; slotsPlace: HTMLElement | null }) {
  const [desk] = useState(() => createUploadDesk(scope, deskMessages));
  // A layout effect shows loaded uploads in the first frame.
  useLayoutEffect(() => desk.enter(), [desk]);
  const takeDropped = useCallback((files: readonly File[]) => void desk.addAudio(files), [desk]);
  useDroppedFiles('upload', takeDropped);
  const { isLoaded, openId, formStates, held, duplicates, cropping } = useLive(desk.state);
  const stored = useLive(scope.uploads.records) ?? noUploads;
  const records = stored.filter(({ release }) => !release);
  const { left, all } = useSlots(stored);
  const artistName = useMe()?.profile?.artist_name ?? '';
  const record = records.find(({ id }) => id === openId) ?? null;
  const isDraft = ({ stage }: UploadRecord) => stage.kind === 'draft';
  const rows = [
    ...records.filter((record) => !isDraft(record)),
    ...records.filter((record) => isDraft(record) && (held.has(record.id) || record.id === openId)),
  ];
  const formState = formStates.get(openId);
  const isMany = rows.length > 1;
  const slots = left === null ? null : all === null ? `${left} slots left` : `${left} of ${all} slots left`;
  return (
    <>
      {slotsPlace && createPortal(slots, slotsPlace)}
      <Box
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const files = [...event.dataTransfer.files];
          const dropped = sortFiles(files);
          const [picture] = dropped?.use === 'picture' ? dropped.files : [];
          if (picture) void desk.pickCover(picture);
          else if (files.length > 0) void desk.addAudio(files);
        }}
      >
        <DuplicateNotices desk={desk} duplicates={duplicates} />
        <Flex direction={{ base: 'column', lg: 'row' }} gap={{ base: '0', lg: '64px' }} mt={{ lg: '28px' }}>
          <Box width={{ base: '100%', lg: '420px' }} flex="none" {...(isMany ? {} : { hideBelow: 'lg' })}>
            <UploadQueue desk={desk} rows={rows} openId={openId} formStates={formStates} />
          </Box>
          <Box flex="1" minWidth="0" maxWidth={{ lg: '900px' }}>
            {!isLoaded ? (
              <SheetSkeleton />
            ) : record?.stage.kind === 'done' ? (
              <UploadDone
                record={record}
                cover={formState?.cover ?? null}
                slotsWords={record.stage.slotsLeft === null ? null : uploadTexts.slotsLeft(record.stage.slotsLeft)}
                onAnother={() => desk.remove(openId)}
              />
            ) : (
              <UploadSheet
                desk={desk}
                record={record}
                formState={formState}
                form={formOf(record, formState, artistName)}
                hasOthers={rows.some((record) => record.id !== openId && isDraft(record))}
              />
            )}
          </Box>
        </Flex>
      </Box>
      {cropping && (
        <CoverCrop
          key={cropping.id}
          picture={cropping.picture}
          size={cropping.size}
          onEnd={(area) => void desk.crop(area)}
        />
      )}
    </>
  );
}
