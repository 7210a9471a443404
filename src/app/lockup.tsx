import { Box, Flex } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../lib/product.ts';
import { texts } from '../lib/texts.ts';
import { Logo } from '../ui/drawn-lines.tsx';

const beta = { fontFamily: 'ui', fontWeight: '600', color: 'fg.muted', letterSpacing: '.02em' } as const;

/**
 * Logo and name, the way to Explore. On the narrowest phones the name gives way to what else the bar must say; `soon`: on
 * every phone below 400 px.
 */
export function Lockup({ yieldsName }: { yieldsName: boolean | 'soon' }) {
  const narrow = yieldsName === 'soon' ? '@media (max-width: 24.99rem)' : '@media (max-width: 23.99rem)';
  return (
    <Link
      to="/explore"
      aria-label={`${PRODUCT_NAME}, ${texts.pages.explore}`}
      // The name is cut where text is enlarged: everything else in the bar is a way on.
      style={{ minWidth: '28px' }}
    >
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
        <Box
          minWidth="0"
          overflowX="clip"
          whiteSpace="nowrap"
          {...(yieldsName ? { css: { [narrow]: { display: 'none' } } } : {})}
        >
          {PRODUCT_NAME.toLowerCase()}
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
