import { Gift, Music, PackageOpen } from 'lucide';
import type { ReactNode } from 'react';
import { overBottomBars } from '../../platform/bottom-bars.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { overEdges } from '../../design/edges.ts';
import { Icon } from '../../design/icon.tsx';
import { Strata } from '../../design/strata.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { vaultTexts } from './vault-texts.ts';

const teasers = [
  { icon: Music, ...vaultTexts.teasers.tracks },
  { icon: Gift, ...vaultTexts.teasers.rewards },
  { icon: PackageOpen, ...vaultTexts.teasers.drops },
] as const;

const gutter = { base: '20px', md: '24px', lg: '40px' } as const;

export function VaultFrame({
  lines,
  about,
  children,
}: {
  lines: readonly string[];
  about: ReactNode;
  children?: ReactNode;
}) {
  const isDesktop = useIsDesktop();
  return (
    <Flex
      {...overBottomBars}
      direction="column"
      {...overEdges}
      bg="gold.solid"
      color="gold.contrast"
      minHeight="calc(100dvh - 56px - var(--bottom-bars, 0px))"
      pt={{ base: '20px', lg: '36px' }}
      pb="28px"
      overflow="hidden"
      css={{ '& :focus-visible': { outlineColor: 'gold.contrast' } }}
    >
      <styled.h1
        px={gutter}
        textStyle="numeral"
        fontSize="clamp(44px, 15.6vw, 156px)"
        lineHeight=".82"
        aria-label={lines.join(' ')}
      >
        {lines.map((line) => (
          <Box key={line} aria-hidden>
            {line}
          </Box>
        ))}
      </styled.h1>
      <Box
        flex="1"
        display="grid"
        gridTemplateAreas={{ base: '"about" "lines" "act"', lg: '"lines lines" "about act"' }}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '400px minmax(0, 1fr)' }}
        gridTemplateRows={{ base: 'auto 1fr auto', lg: '1fr auto' }}
        gap="24px 64px"
        alignItems="center"
        mt="28px"
      >
        <Box gridArea="lines" height="190px">
          <Strata height={190} lines={12} width={isDesktop ? 900 : 430} />
        </Box>
        <Box gridArea="about" pl={gutter} pr={{ base: '20px', lg: '0' }} fontSize="18px">
          {about}
        </Box>
        {children && (
          <Box gridArea="act" px={{ base: '20px', lg: '0' }}>
            {children}
          </Box>
        )}
      </Box>
      <Box
        as="ul"
        listStyleType="none"
        px={gutter}
        mt="28px"
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }}
        gap="20px 28px"
      >
        {teasers.map(({ icon, title, text }) => (
          <Flex as="li" key={title} gap="14px" pt="18px" borderTop="2px solid" borderColor="gold.contrast">
            <Icon of={icon} size={24} />
            <Box>
              <Box textStyle="h2">{title}</Box>
              <Box mt="4px">{text}</Box>
            </Box>
          </Flex>
        ))}
      </Box>
    </Flex>
  );
}
