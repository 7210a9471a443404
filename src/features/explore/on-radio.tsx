import { Box, Flex } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ChevronRight, RadioTower } from 'lucide-react';
import { useMemo } from 'react';
import { useLive, useScope } from '../../lib/live.ts';
import { Cover } from '../../ui/art.tsx';
import { Icon } from '../../ui/icon.tsx';
import { exploreTexts } from './explore-texts.ts';

/** Covers beside the words. */
const MOST = 3;

/** That a search has found tracks on the radio too, which the grid leaves out; leads there with the same search (S-44). */
export function OnRadio({ search, genre }: { search: string; genre: string | null }) {
  const scope = useScope();
  const { tracks } = useLive(useMemo(() => scope.sponsored({ search, genre }), [scope, search, genre]));
  if (tracks.length === 0) return null;
  return (
    <Flex align="center" gap="14px" height="64px" mt="20px" borderTop="1px solid" borderColor="border" asChild>
      <Link to="/radio" search={{ ...(search ? { q: search } : {}), ...(genre ? { genre } : {}) }}>
        <Icon of={RadioTower} />
        <Box flex="1" fontWeight="500">
          {exploreTexts.onRadio(tracks.length)}
        </Box>
        <Flex gap="4px" aria-hidden>
          {tracks.slice(0, MOST).map((track) => (
            <Box key={track.id} width="36px">
              <Cover src={track.coverSrc} madeFrom={track.id} px={36} />
            </Box>
          ))}
        </Flex>
        <Icon of={ChevronRight} />
      </Link>
    </Flex>
  );
}
