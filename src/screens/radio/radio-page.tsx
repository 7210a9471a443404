import { useMemo } from 'react';
import { useLive, useScope } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { SponsorATrack } from '../../components/sponsor/sponsor-a-track.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { Page, PageTitle } from '../../design/page.tsx';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { TrackGrid } from '../../components/track/track-grid.tsx';
import { AirPanel } from '../../playback/radio/air-panel.tsx';
import { useRadioApi } from '../../playback/radio/radio-context.tsx';
import { RadioLines } from './radio-lines.tsx';
import { radioPageTexts } from '../../playback/radio/radio-page-texts.ts';
import { useOnTheRadio } from '../../playback/radio/use-on-the-radio.ts';

interface RadioPageProps {
  /** Carried over from Explore's search (S-44). */
  search: string;
  genre: string | null;
  onClear: () => void;
  listening: Listening;
}

export function RadioPage({ search, genre, onClear, listening }: RadioPageProps) {
  const scope = useScope();
  const { controller } = useRadioApi();
  const { lines, isSilent } = useOnTheRadio(controller);
  const { state, match, tracks, highlights } = useLive(
    useMemo(() => scope.sponsored({ search, genre }), [scope, search, genre]),
  );
  const isFiltered = search !== '' || genre !== null;
  const isLoading = (tracks.length === 0 && state !== 'complete') || match === 'looking';
  return (
    <Page width="wide">
      <PageTitle textStyle="poster">{radioPageTexts.title}</PageTitle>
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px 300px' }}
        columnGap="40px"
        mt={{ base: '16px', lg: '20px' }}
      >
        <AirPanel song={lines?.now ?? null} isSilent={isSilent} />
        <RadioLines lines={lines} />
      </Box>
      <Flex
        wrap="wrap"
        align="center"
        justify="space-between"
        gap="12px"
        mt={{ base: '20px', lg: '28px' }}
        minHeight="44px"
      >
        <Box color="fg.muted" fontVariantNumeric="tabular-nums" role="status">
          {isLoading ? '\u00a0' : radioPageTexts.sponsored(tracks.length)}
        </Box>
        <SponsorATrack />
      </Flex>
      {isFiltered && (
        <Flex align="center" gap="12px" wrap="wrap" mt="8px">
          <Box overflowWrap="anywhere" minWidth="0">
            {radioPageTexts.found(search, genre)}
          </Box>
          <Button variant="quiet" size="sm" onClick={onClear}>
            {radioPageTexts.clear}
          </Button>
        </Flex>
      )}
      {isLoading ? (
        <NotLoadedYet title={radioPageTexts.failed} />
      ) : tracks.length > 0 ? (
        <TrackGrid label={radioPageTexts.tracks} tracks={tracks} marks={highlights} {...listening} />
      ) : isFiltered ? (
        <EmptyState title={radioPageTexts.none} />
      ) : (
        <EmptyState title={radioPageTexts.empty.title} text={radioPageTexts.empty.text}>
          {scope.userId === null ? (
            <LinkButton to="/explore">{radioPageTexts.findTrack}</LinkButton>
          ) : (
            <SponsorATrack variant="solid">{radioPageTexts.findTrack}</SponsorATrack>
          )}
        </EmptyState>
      )}
    </Page>
  );
}
