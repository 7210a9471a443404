import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { Scope, UploadRecord } from '../../sync/client.ts';
import { uploadSlots } from '../../sync/model/rules.ts';
import { useDroppedFiles } from './dropped-files.ts';
import { sortFiles } from './sort-files.ts';
import { useLive, useMe, useScope } from '../engine/live.ts';
import { Page, PageTitle } from '../design/page.tsx';
import { Box, Flex } from '../design/styled.tsx';
import { toast } from '../engine/toast.ts';
import { CoverCrop } from './cover-crop.tsx';
import { DuplicateNotices } from './duplicate-notices.tsx';
import { SheetSkeleton } from './sheet-skeleton.tsx';
import { UploadDone } from './upload-done.tsx';
import { formOf } from './desk-state.ts';
import { createUploadDesk } from './upload-desk.ts';
import { UploadQueue } from './upload-queue.tsx';
import { UploadSheet } from './upload-sheet.tsx';
import { uploadTexts } from './upload-texts.ts';

export function UploadPage() {
  const scope = useScope();
  return <Desk key={scope.owner} scope={scope} />;
}

const messages = {
  notStored: () => void toast({ id: 'upload-not-kept', kind: 'error', ...uploadTexts.notKept }),
  refused: (title: string, text: string) => void toast({ kind: 'error', title, text }),
};

function Desk({ scope }: { scope: Scope }) {
  const [desk] = useState(() => createUploadDesk(scope, messages));
  // A layout effect shows loaded uploads in the first frame.
  useLayoutEffect(() => desk.enter(), [desk]);
  const takeDropped = useCallback((files: readonly File[]) => void desk.addAudio(files), [desk]);
  useDroppedFiles('upload', takeDropped);
  const { isLoaded, openId, sheets, held, duplicates, cropping } = useLive(desk.state);
  const records = useLive(scope.uploads.records) ?? [];
  const artistName = useMe()?.profile?.artist_name ?? '';
  const record = records.find(({ id }) => id === openId) ?? null;
  const isDraft = ({ stage }: UploadRecord) => stage.kind === 'draft';
  const rows = [
    ...records.filter((record) => !isDraft(record)),
    ...records.filter((record) => isDraft(record) && (held.has(record.id) || record.id === openId)),
  ];
  const sheet = sheets.get(openId);
  const isMany = rows.length > 1;
  return (
    <Page width="wide">
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
        <Flex align="flex-end" justify="space-between" gap="12px" wrap="wrap">
          <PageTitle textStyle="poster" fontSize={{ base: '32px', lg: '44px' }}>
            {uploadTexts.heading}
          </PageTitle>
          <SlotsLeft key={records.filter(({ stage }) => stage.kind === 'done').length} />
        </Flex>
        <DuplicateNotices desk={desk} duplicates={duplicates} />
        <Flex direction={{ base: 'column', lg: 'row' }} gap={{ base: '0', lg: '64px' }} mt={{ lg: '28px' }}>
          <Box width={{ base: '100%', lg: '420px' }} flex="none" {...(isMany ? {} : { hideBelow: 'lg' })}>
            <UploadQueue desk={desk} rows={rows} openId={openId} sheets={sheets} />
          </Box>
          <Box flex="1" minWidth="0" maxWidth={{ lg: '900px' }}>
            {!isLoaded ? (
              <SheetSkeleton />
            ) : record?.stage.kind === 'done' ? (
              <UploadDone
                record={record}
                cover={sheet?.cover ?? null}
                slotsWords={record.stage.slotsLeft === null ? null : uploadTexts.slotsLeft(record.stage.slotsLeft)}
                onAnother={() => desk.remove(openId)}
              />
            ) : (
              <UploadSheet
                desk={desk}
                record={record}
                sheet={sheet}
                form={formOf(record, sheet, artistName)}
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
    </Page>
  );
}

function SlotsLeft() {
  const { procedures } = useScope();
  const level = useMe()?.stats?.fan_level;
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void procedures.checkUploadSlots().then((answer) => {
      if (isCurrent && answer.ok) setLeft(answer.value.slots_available);
    });
    return () => {
      isCurrent = false;
    };
  }, [procedures]);
  if (left === null) return null;
  return (
    <Box textStyle="meta" color="fg.muted" pb="3px" fontVariantNumeric="tabular-nums">
      {level === undefined ? `${left} slots left` : `${left} of ${uploadSlots(level)} slots left`}
    </Box>
  );
}
