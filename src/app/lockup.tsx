import { Link } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../lib/product.ts';
import { texts } from '../lib/texts.ts';
import { Logo } from '../ui/drawn-lines.tsx';
import { Box, Flex } from '../ui/styled.tsx';

const beta = { fontFamily: 'ui', fontWeight: '600', color: 'fg.muted', letterSpacing: '.02em' } as const;

/** Logo and name, the way to Explore. Where the bar leaves the name too little room it is away whole: everything else there is a way on. */
export function Lockup() {
  return (
    <Link to="/explore" aria-label={`${PRODUCT_NAME}, ${texts.pages.explore}`} style={{ minWidth: '28px' }}>
      <Flex
        align="center"
        gap={{ base: '9px', lg: '10px' }}
        fontFamily="display"
        fontWeight="800"
        fontSize={{ base: '14px', lg: '19px' }}
        lineHeight="1"
        letterSpacing="-.02em"
      >
        <Logo size={28} />
        <Box minWidth="0">
          {/* A name that does not fit beside the nothing before it goes to a second line, which nobody sees. */}
          <Flex wrap="wrap" rowGap="2em" height="1em" overflow="hidden" whiteSpace="nowrap" _before={{ content: '""' }}>
            {PRODUCT_NAME.toLowerCase()}
          </Flex>
          <Box hideFrom="lg" fontSize="10.5px" mt="4px" {...beta}>
            BETA
          </Box>
        </Box>
        <Box
          hideBelow="lg"
          fontSize="11px"
          border="1px solid"
          borderColor="border.emphasized"
          borderRadius="4px"
          p="3px 5px"
          {...beta}
        >
          BETA
        </Box>
      </Flex>
    </Link>
  );
}
