import { useCallback, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Scope, UploadRecord } from '../../../sync/client.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { CoverCrop } from '../cover-crop.tsx';
import { deskMessages } from '../desk-messages.ts';
import { useDroppedFiles } from '../dropped-files.ts';
import { DuplicateNotices } from '../duplicate-notices.tsx';
import { SheetSkeleton } from '../sheet-skeleton.tsx';
import { isUnderWay } from '../upload-stage.ts';
import { useSlots } from '../use-slots.ts';
import { createReleaseDesk } from './release-desk.ts';
import { ReleaseForm } from './release-form.tsx';
import { uploadsIn } from './release-parts.ts';
import { releaseTexts } from './release-texts.ts';
import { SentReleasePanel } from './sent-release.tsx';

const noUploads: readonly UploadRecord[] = [];

export function ReleaseUpload({ slotsPlace }: { slotsPlace: HTMLElement | null }) {
  const scope = useScope();
  return <Releases key={scope.owner} scope={scope} slotsPlace={slotsPlace} />;
}

function Releases({ scope, slotsPlace }: { scope: Scope; slotsPlace: HTMLElement | null }) {
  const [desk] = useState(() => createReleaseDesk(scope, deskMessages));
  useLayoutEffect(() => desk.enter(), [desk]);
  const takeDropped = useCallback((files: readonly File[]) => void desk.addFiles(files), [desk]);
  useDroppedFiles('upload', takeDropped);
  const { phase, draft, sent, shownId, notes, cropping } = useLive(desk.state);
  const { duplicates } = useLive(desk.uploads);
  const records = useLive(scope.uploads.records) ?? noUploads;
  const slots = useSlots(records);
  const taken = records.filter(isUnderWay).length;
  // Until the server has answered, all slots of the level count as free; the server refuses tracks without a slot.
  const free = slots.left === null ? slots.all : Math.max(0, slots.left - taken);
  const uploads = uploadsIn(records, draft.id, draft.order);
  const shown = sent.find(({ id }) => id === shownId);
  const takes = Math.min(uploads.length, free ?? uploads.length);
  const words = free === null || slots.all === null ? null : releaseTexts.slots(free, slots.all, takes);
  return (
    <>
      {slotsPlace && createPortal(words, slotsPlace)}
      <Box
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void desk.addDropped(event.dataTransfer);
        }}
      >
        <DuplicateNotices desk={desk} duplicates={duplicates} />
        {notes.length > 0 && (
          <Box mt="14px">
            <Notice
              role="status"
              kind="attention"
              title={notes.join(' ')}
              actions={
                <Button size="sm" variant="plain" onClick={desk.dismissNotes}>
                  {releaseTexts.understood}
                </Button>
              }
            />
          </Box>
        )}
        {phase === 'elsewhere' && (
          <Box mt="14px">
            <Notice role="status" kind="waiting" title={releaseTexts.editedElsewhere}>
              {releaseTexts.editedElsewhereHow}
            </Notice>
          </Box>
        )}
        {phase === 'loading' && <SheetSkeleton />}
        {phase === 'open' && (
          <>
            <Flex gap="8px" mt="14px" wrap="wrap" _empty={{ display: 'none' }}>
              {sent
                .filter(({ id }) => id !== shownId)
                .map(({ id, title }) => (
                  <Button key={id} size="sm" variant="outline" onClick={() => desk.show(id)}>
                    {releaseTexts.backTo(title)}
                  </Button>
                ))}
            </Flex>
            {shown ? (
              <SentReleasePanel
                key={shown.id}
                desk={desk}
                sent={shown}
                uploads={uploadsIn(records, shown.id, shown.order)}
                slots={{ free, level: slots.level }}
              />
            ) : (
              <ReleaseForm desk={desk} uploads={uploads} slots={{ free, level: slots.level }} />
            )}
          </>
        )}
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
