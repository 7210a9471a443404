import type { ReactNode } from 'react';
import { Cover } from '../../design/art.tsx';
import { Page } from '../../design/page.tsx';
import { Box } from '../../design/styled.tsx';

interface CoverPageProps {
  /** A track or release without a picture is drawn from its seed. */
  cover: { src: string | null; seed: string };
  head: ReactNode;
  /** Under the head on phones, under the cover from lg. */
  rest: ReactNode;
}

/** The page of a track or release: a strip of its cover above the words on phones, the whole cover beside them from lg. */
export function CoverPage({ cover, head, rest }: CoverPageProps) {
  return (
    <Page width="wide">
      <Box
        display="grid"
        gridTemplateAreas={{ base: '"cover" "head" "rest"', lg: '"cover head" "rest head"' }}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '400px minmax(0, 1fr)' }}
        gridTemplateRows={{ lg: 'auto 1fr' }}
        columnGap="56px"
      >
        <Box
          gridArea="cover"
          height={{ base: '212px', lg: 'auto' }}
          overflow="hidden"
          mt={{ base: '-8px', lg: '0' }}
          mx={{ base: '-16px', md: '-24px', lg: '0' }}
          // On phones, crops the cover to a strip near its top.
          css={{ '& > div': { marginTop: { base: 'calc((212px - 100%) * .2)', lg: '0' } } }}
        >
          <Cover src={cover.src} coverSeed={cover.seed} px={400} eager />
        </Box>
        <Box gridArea="head" minWidth="0" mt={{ base: '14px', lg: '0' }}>
          {head}
        </Box>
        <Box gridArea="rest" minWidth="0">
          {rest}
        </Box>
      </Box>
    </Page>
  );
}
