import { Box } from '@chakra-ui/react';
import { hashText } from '../../ui/current-line.ts';
import { Strata } from '../../ui/marks.tsx';

/** Ground and lines; none of them a colour that promises something. */
const pairs = [
  ['#123A8F', '#F5EFE6'],
  ['#0F4A43', '#F6C445'],
  ['#4A1D3D', '#F0A6C0'],
  ['#23304A', '#8FB4D9'],
  ['#2F3B1C', '#CBD8A4'],
  ['#3B2A63', '#C9B8F0'],
  ['#5A2A12', '#F2C9A0'],
] as const;

/** The band over a profile, in the two colours of its person. Nothing is written on it. */
export function Band({ personId }: { personId: string }) {
  const [ground, lines] = pairs[hashText(personId) % pairs.length] ?? pairs[0];
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
