import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Box } from '../design/styled.tsx';
import type { Duplicate } from './desk-state.ts';
import type { UploadDesk } from './upload-desk.ts';
import { uploadTexts } from './upload-texts.ts';

interface DuplicateNoticesProps {
  desk: Pick<UploadDesk, 'settleDuplicate'>;
  duplicates: readonly Duplicate[];
}

export function DuplicateNotices({ desk, duplicates }: DuplicateNoticesProps) {
  return duplicates.map(({ key, audio, same }) => (
    <Box key={key} mt="14px">
      <Notice
        role="alert"
        kind="attention"
        title={uploadTexts.same[same.where](audio.name, same.title)}
        actions={
          <>
            <Button size="sm" onClick={() => desk.settleDuplicate(key, true)}>
              {uploadTexts.same.take}
            </Button>
            <Button size="sm" variant="plain" onClick={() => desk.settleDuplicate(key, false)}>
              {uploadTexts.same.leave}
            </Button>
          </>
        }
      />
    </Box>
  ));
}
