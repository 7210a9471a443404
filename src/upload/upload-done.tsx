import type { UploadRecord } from '../../sync/client.ts';
import { uploadTexts } from './upload-texts.ts';
import { Cover } from '../design/art.tsx';
import { Button } from '../design/button.tsx';
import { LinkButton } from '../design/link-button.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { useObjectUrl } from '../platform/use-object-url.ts';

export function UploadDone({
  record,
  cover,
  slotsWords,
  onAnother,
}: {
  record: UploadRecord;
  cover: Blob | null;
  slotsWords: string | null;
  onAnother: () => void;
}) {
  const coverSrc = useObjectUrl(cover);
  return (
    <Box maxWidth="480px" mx="auto">
      <Cover src={coverSrc} coverSeed={record.trackId} px={480} eager />
      <styled.h1 textStyle="poster" mt="20px">
        {uploadTexts.success}
      </styled.h1>
      <Box textStyle="title" mt="14px" overflowWrap="anywhere" overflowX="clip">
        {record.form.title}
      </Box>
      <Box textStyle="meta" color="fg.muted">
        {record.form.artistName}
        {slotsWords && `. ${slotsWords}`}
      </Box>
      <Flex direction="column" gap="10px" mt="24px">
        <LinkButton size="lg" to="/profile">
          {uploadTexts.toProfile}
        </LinkButton>
        <Button variant="outline" size="lg" onClick={onAnother}>
          {uploadTexts.another}
        </Button>
      </Flex>
    </Box>
  );
}
