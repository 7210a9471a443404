import { BadgeCheck, Link as LinkSign, Play } from 'lucide';
import type { ProfileView, TrackView } from '../../../sync/client.ts';
import { copyLink } from '../../engine/copy-link.ts';
import { isWearing } from '../../components/person/cosmetics.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { plural, texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { RingAvatar } from '../../design/ring-avatar.tsx';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { PageTitle } from '../../design/page.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { personFigures } from './person-figures.ts';
import { personTexts } from './person-texts.ts';

const PersonActs = lazyPart(() => import('./person-acts.tsx').then((m) => m.PersonActs), 'invisible');

interface PersonHeaderProps {
  person: ProfileView;
  tracks: readonly TrackView[];
  onPlayAll: () => void;
}

export function PersonHeader({ person, tracks, onPlayAll }: PersonHeaderProps) {
  const now = useNow(60_000);
  const isDesktop = useIsDesktop();
  // Before the replica is filled, the counts would be too small.
  const isFilled = useLive(useScope().isFilled);
  const figures = personFigures(person, tracks);
  return (
    <Box
      display="grid"
      gridTemplateAreas={{ base: '"face acts" "name name" "listen listen"', lg: '"face name listen acts"' }}
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr)', lg: 'auto minmax(0, 1fr) auto auto' }}
      columnGap={{ base: '12px', lg: '8px' }}
      rowGap="16px"
      alignItems="end"
      position="relative"
      mt={{ base: '-54px', lg: '-80px' }}
    >
      <Box gridArea="face">
        <RingAvatar
          name={person.artist_name}
          src={person.avatarSrc}
          size={isDesktop ? 152 : 100}
          glows={isWearing(person.cosmetics, 'Glow Border', now)}
        />
      </Box>
      <Box gridArea="name" minWidth="0" px={{ lg: '16px' }}>
        <PageTitle textStyle="poster">{person.artist_name || personTexts.nameless}</PageTitle>
        <Flex wrap="wrap" align="center" gap="8px 16px" mt="12px" color="fg.muted" fontVariantNumeric="tabular-nums">
          {isWearing(person.cosmetics, 'Supporter Badge', now) && (
            <Badge height="26px">
              <Icon of={BadgeCheck} size={16} />
              {personTexts.supporter}
            </Badge>
          )}
          {isFilled && (
            <>
              <Count value={figures.tracks} word="track" />
              <Count value={figures.plays} word="play" />
            </>
          )}
        </Flex>
      </Box>
      <Flex gridArea="listen" wrap="wrap" gap="8px">
        <IconButton
          label={texts.link.copy}
          boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}"
          onClick={() => void copyLink(`/profile/${person.id}`)}
        >
          <Icon of={LinkSign} />
        </IconButton>
        {tracks.length > 0 && (
          <Button variant="outline" onClick={onPlayAll}>
            <Icon of={Play} size={16} filled />
            {personTexts.playAll}
          </Button>
        )}
      </Flex>
      <Flex
        gridArea="acts"
        justify="flex-end"
        wrap="wrap"
        gap="8px"
        // On phones, the buttons stay below the band even if they wrap to several lines.
        alignSelf={{ base: 'start', lg: 'end' }}
        mt={{ base: '62px', lg: '0' }}
      >
        <PersonActs personId={person.id} />
      </Flex>
    </Box>
  );
}

function Count({ value, word }: { value: number; word: string }) {
  return (
    <span>
      <Box as="span" color="fg" fontWeight="600">
        {value.toLocaleString('en')}
      </Box>{' '}
      {plural(value, word)}
    </span>
  );
}
