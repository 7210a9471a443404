import { Share } from 'lucide';
import type { Listening } from '../../../components/track/listening.ts';
import { Cover } from '../../../design/art.tsx';
import { Button } from '../../../design/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { LinkButton } from '../../../design/link-button.tsx';
import { Panel } from '../../../design/panel.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { StatCells } from '../../../design/stat.tsx';
import { Box, Flex, styled } from '../../../design/styled.tsx';
import { useIsUnplayable } from '../../../engine/use-is-unplayable.ts';
import type { Recap } from './recap.ts';
import { monthName, recapTexts } from './recap-texts.ts';
import type { PanelContent } from './use-recap-panel.ts';

const COVERS = 5;

interface RecapPanelProps extends PanelContent {
  onPlay: Listening['onPlay'];
}

/** The last month with a recap. Its height stays the same when missing tracks arrive. */
export function RecapPanel({ recap, unknownTracks, onPlay }: RecapPanelProps) {
  const isUnplayable = useIsUnplayable();
  const { month, minutes, artists, firstListens, streakDays } = recap;
  const tracks = recap.mostPlayed.map(({ track }) => track);
  const name = monthName(month);
  const cells = [
    { value: artists.toLocaleString('en'), label: recapTexts.artists(artists) },
    { value: firstListens.toLocaleString('en'), label: recapTexts.firstListens(firstListens) },
    { value: streakDays.toLocaleString('en'), label: recapTexts.streak },
  ];
  return (
    <Panel as="section" aria-label={recapTexts.your(name)} p="18px" mb="16px">
      <Flex align="flex-start" justify="space-between" gap="4px 12px" wrap="wrap-reverse">
        <Box textStyle="numeral" fontWeight="900" fontSize="54px" lineHeight=".9">
          {minutes.toLocaleString('en')}
        </Box>
        <Box textAlign="right" ml="auto">
          <styled.h2 textStyle="title">{recapTexts.your(name)}</styled.h2>
          <Box textStyle="meta" color="fg.muted">
            {unknownTracks > 0 ? recapTexts.minutesOrMore : recapTexts.minutes}
          </Box>
        </Box>
      </Flex>
      <Box display="grid" gridTemplateColumns={`repeat(${COVERS}, minmax(0, 1fr))`} gap="4px" my="14px">
        {tracks.slice(0, COVERS).map((track) => (
          <Cover key={track.id} src={track.coverSrc} coverSeed={track.id} px={64} />
        ))}
        {tracks.length === 0 && <Box aspectRatio="1" borderRadius="art" bg="bg.muted" />}
      </Box>
      <StatCells cells={cells} />
      <Flex wrap="wrap" gap="8px" mt="14px">
        <Button
          variant="outline"
          flex="1 1 120px"
          disabled={tracks.every(({ id }) => isUnplayable(id))}
          onClick={() =>
            onPlay(
              tracks.filter(({ id }) => !isUnplayable(id)),
              0,
              'list',
            )
          }
        >
          {recapTexts.play(name)}
        </Button>
        <LinkButton to="/library/recap/{-$month}" params={{ month }} flex="1.4 1 160px">
          <Icon of={Share} size={18} />
          {recapTexts.open}
        </LinkButton>
      </Flex>
    </Panel>
  );
}

const unread: Recap = {
  month: '2000-01',
  minutes: 0,
  tracks: 0,
  artists: 0,
  firstListens: 0,
  streakDays: 0,
  mostPlayed: [],
  support: null,
};

/** Placeholder as high as the panel, while the recap is read. */
export function EmptyRecapPanel() {
  return (
    <Skeleton borderRadius="panel" mb="16px">
      <Box visibility="hidden" display="flow-root" mb="-16px">
        <RecapPanel recap={unread} unknownTracks={0} onPlay={() => undefined} />
      </Box>
    </Skeleton>
  );
}
