import { Box, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StillLine } from '../../ui/drawn-lines.tsx';
import { exploreTexts } from './explore-texts.ts';

/** What Explore promises, with the line that runs on after the words; `aside` stands beside it on desktop. */
export function Banner({ aside }: { aside: ReactNode }) {
  const [first, second] = exploreTexts.banner;
  return (
    <Flex gap="40px" align="center" minHeight={{ base: '0', lg: '126px' }}>
      <chakra.h1 textStyle="poster" flex="1" minWidth="0" fontSize={{ base: 'clamp(20px, 8.5vw, 44px)', lg: '54px' }}>
        <Flex align="center" gap=".35em">
          <Box whiteSpace="nowrap">{first} </Box>
          <Box color="fg.subtle" flex="1" minWidth="0" height=".9em" maxWidth={{ base: '112px', lg: '300px' }}>
            <Box height="100%" hideFrom="lg">
              <StillLine seed="undercurrent" width={112} height={28} half={4} fits />
            </Box>
            <Box height="100%" hideBelow="lg">
              <StillLine seed="undercurrent" width={300} height={44} half={4} fits />
            </Box>
          </Box>
        </Flex>
        {second}
      </chakra.h1>
      <Box hideBelow="lg" flex="none" width="390px">
        {aside}
      </Box>
    </Flex>
  );
}
