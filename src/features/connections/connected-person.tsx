import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import { useLive, useScope } from '../../lib/live.ts';
import { plural } from '../../lib/texts.ts';
import { usePartner } from '../../lib/use-partner.ts';
import { Avatar } from '../../ui/art.tsx';
import { PersonLink } from '../../ui/person-link.tsx';
import { connectionTexts } from './connection-texts.ts';

interface ConnectedPersonProps {
  personId: string;
  /** In the place of how much they have made. */
  meta?: ReactNode;
  /** Beside the name: when they asked. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A person in a list of this page. Wherever nothing else is pressed, the row leads to their profile. */
export function ConnectedPerson({ personId, meta, aside, children }: ConnectedPersonProps) {
  const { name: known, avatarSrc } = usePartner(personId);
  const name = known || connectionTexts.nameless;
  return (
    <Flex
      as="article"
      aria-label={name}
      position="relative"
      align="center"
      gap="12px"
      height="100%"
      minWidth="0"
      borderRadius="12px"
      css={{ '& a::after': { content: '""', position: 'absolute', inset: '0' } }}
      _hover={{ bg: 'bg.subtle', boxShadow: '-10px 0 {colors.bg.subtle}, 10px 0 {colors.bg.subtle}' }}
    >
      <Avatar name={name} src={avatarSrc} size="lg" />
      <Box flex="1" minWidth="0">
        <Flex gap="8px" align="baseline">
          <Box textStyle="title" flex="1" truncate>
            <PersonLink userId={personId}>
              <bdi>{name}</bdi>
            </PersonLink>
          </Box>
          {aside && (
            <Box textStyle="small" color="fg.subtle" whiteSpace="nowrap" flex="none">
              {aside}
            </Box>
          )}
        </Flex>
        <Flex textStyle="meta" color="fg.muted" gap="5px" align="center" fontVariantNumeric="tabular-nums" truncate>
          {meta ?? <MadeBy personId={personId} />}
        </Flex>
      </Box>
      {/* Above what leads to the profile. */}
      {children && (
        <Flex align="center" gap="4px" position="relative" flex="none">
          {children}
        </Flex>
      )}
    </Flex>
  );
}

/** How many public tracks this person has, and how often they were played. */
export function MadeBy({ personId }: { personId: string }) {
  const scope = useScope();
  const tracks = useLive(useMemo(() => scope.tracksOf(personId), [scope, personId])).filter((each) => each.is_public);
  if (tracks.length === 0) return <>{connectionTexts.noTracks}</>;
  const plays = tracks.reduce((sum, track) => sum + track.play_count, 0);
  return (
    <>
      {tracks.length.toLocaleString('en')} {plural(tracks.length, 'track')}
      <Box as="span" hideBelow="lg" ml="-5px">
        , {plays.toLocaleString('en')} {plural(plays, 'play')}
      </Box>
    </>
  );
}
