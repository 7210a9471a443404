import type { Ref } from 'react';
import { PageTitle } from '../design/page.tsx';
import { Segment } from '../design/segment.tsx';
import { Box, Flex } from '../design/styled.tsx';
import { uploadTexts } from './upload-texts.ts';

export type UploadMode = 'tracks' | 'release';

interface UploadHeadProps {
  mode: UploadMode;
  onMode: (mode: UploadMode) => void;
  /** Gets the element into which each mode writes how many slots are left. */
  slotsRef: Ref<HTMLDivElement>;
}

export function UploadHead({ mode, onMode, slotsRef }: UploadHeadProps) {
  return (
    <Flex align={{ base: 'flex-start', lg: 'center' }} justify="space-between" gap="12px" wrap="wrap">
      <Flex align="center" gap="10px 24px" wrap="wrap">
        <PageTitle textStyle="poster" fontSize={{ base: '32px', lg: '44px' }}>
          {uploadTexts.heading}
        </PageTitle>
        <Segment
          label={uploadTexts.modes.label}
          value={mode}
          choices={[
            { value: 'tracks', label: uploadTexts.modes.tracks },
            { value: 'release', label: uploadTexts.modes.release },
          ]}
          on="page"
          onChange={onMode}
        />
      </Flex>
      <Box
        ref={slotsRef}
        textStyle="meta"
        color="fg.muted"
        pb="3px"
        alignSelf="flex-end"
        fontVariantNumeric="tabular-nums"
      />
    </Flex>
  );
}
