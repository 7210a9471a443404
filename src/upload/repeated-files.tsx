import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Box } from '../design/styled.tsx';
import type { Repeated } from './desk-state.ts';
import type { UploadDesk } from './upload-desk.ts';
import { uploadTexts } from './upload-texts.ts';

/** Each MP3 that is already somewhere, and the question what becomes of it. */
export function RepeatedFiles({ desk, repeated }: { desk: UploadDesk; repeated: readonly Repeated[] }) {
  return repeated.map(({ key, audio, same }) => (
    <Box key={key} mt="14px">
      <Notice
        role="alert"
        kind="attention"
        title={uploadTexts.same[same.where](audio.name, same.title)}
        actions={
          <>
            <Button size="sm" onClick={() => desk.settleRepeated(key, true)}>
              {uploadTexts.same.take}
            </Button>
            <Button size="sm" look="plain" onClick={() => desk.settleRepeated(key, false)}>
              {uploadTexts.same.leave}
            </Button>
          </>
        }
      />
    </Box>
  ));
}
