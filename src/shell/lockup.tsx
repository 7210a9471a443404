import { Link } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../platform/product.ts';
import { texts } from '../platform/texts.ts';
import { Logo } from '../design/drawn-lines.tsx';
import { Box, Flex } from '../design/styled.tsx';

const betaStyle = { fontFamily: 'ui', fontWeight: '600', color: 'fg.muted', letterSpacing: '.02em' } as const;

const HEIGHT = '28px';
const partStyle = { flex: 'none', height: HEIGHT, display: 'flex', alignItems: 'center' } as const;

/** In a narrow bar, name and BETA disappear, then the logo, because all other parts of the bar are controls. */
export function Lockup() {
  return (
    <Link
      to="/explore"
      aria-label={`${PRODUCT_NAME}, ${texts.pages.explore}`}
      style={{ minWidth: 0, marginRight: 'auto' }}
    >
      <Flex
        wrap="wrap"
        height={HEIGHT}
        rowGap="1em"
        overflow="hidden"
        fontFamily="display"
        fontWeight="800"
        fontSize={{ base: '14px', lg: '19px' }}
        lineHeight="1"
        letterSpacing="-.02em"
        whiteSpace="nowrap"
        _before={{ content: '""', height: HEIGHT }}
      >
        <Box {...partStyle}>
          <Logo size={28} />
        </Box>
        <Box {...partStyle} pl={{ base: '9px', lg: '10px' }}>
          <div>
            {PRODUCT_NAME.toLowerCase()}
            <Box hideFrom="lg" fontSize="10.5px" mt="4px" {...betaStyle}>
              BETA
            </Box>
          </div>
        </Box>
        <Box {...partStyle} hideBelow="xl" pl="10px">
          <Box
            fontSize="11px"
            border="1px solid"
            borderColor="border.emphasized"
            borderRadius="4px"
            p="3px 5px"
            {...betaStyle}
          >
            BETA
          </Box>
        </Box>
      </Flex>
    </Link>
  );
}
