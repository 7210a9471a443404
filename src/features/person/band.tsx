import { Box } from '@chakra-ui/react';
import { coloursOf } from '../../ui/made-cover.tsx';
import { Strata } from '../../ui/strata.tsx';

/** The band over a profile, in the two colours of its person. Nothing is written on it. */
export function Band({ personId }: { personId: string }) {
  const [ground, lines] = coloursOf(personId);
  return (
    <Box style={{ background: ground, color: lines }} overflow="hidden" aria-hidden>
      <Box hideFrom="lg">
        <Strata height={136} lines={9} />
      </Box>
      <Box hideBelow="lg">
        <Strata height={148} lines={9} width={1440} />
      </Box>
    </Box>
  );
}
