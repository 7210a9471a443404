import type { ReactNode } from 'react';
import { type CoveredTrack, MadeCover } from '../../../components/track/made-cover.tsx';
import { Page } from '../../../design/page.tsx';
import { Box } from '../../../design/styled.tsx';
import { useIsDesktop } from '../../../platform/viewport.ts';

interface PlaylistLayoutProps {
  /** Tracks whose covers make the playlist's cover. */
  covers: readonly CoveredTrack[];
  head: ReactNode;
  description: string;
  /** The switch that keeps the tracks on this device. */
  keep: ReactNode;
  rows: ReactNode;
}

/** The page of a playlist: on a desktop, cover and description beside the tracks. */
export function PlaylistLayout({ covers, head, description, keep, rows }: PlaylistLayoutProps) {
  const words = description && (
    <Box dir="auto" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
      {description}
    </Box>
  );
  return useIsDesktop() ? (
    <Page width="wide">
      <Box display="grid" gridTemplateColumns="340px minmax(0, 1fr)" columnGap="56px">
        <Box minWidth="0">
          <MadeCover tracks={covers} side={2} px={340} />
          <Box mt="16px">{keep}</Box>
          {words && (
            <Box mt="16px" pt="16px" borderTop="1px solid" borderColor="border">
              {words}
            </Box>
          )}
        </Box>
        <Box minWidth="0">
          {head}
          <Box mt="12px" pt="8px" borderTop="1px solid" borderColor="border">
            {rows}
          </Box>
        </Box>
      </Box>
    </Page>
  ) : (
    <Page width="narrow">
      <Box display="grid" gridTemplateColumns="min(128px, 36%) minmax(0, 1fr)" columnGap="16px">
        <MadeCover tracks={covers} side={2} px={128} />
        {head}
      </Box>
      <Box mt="12px" pb="8px" mb="8px" borderBottom="1px solid" borderColor="border">
        {words}
        {keep}
      </Box>
      {rows}
    </Page>
  );
}
