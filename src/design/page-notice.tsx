import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Page } from './page.tsx';
import { Strata } from './strata.tsx';
import { Box, Flex, styled } from './styled.tsx';

interface PageNoticeProps {
  icon: IconNode;
  text: string;
  /** What to do next. */
  children: ReactNode;
}

/** In place of a page's content that is private, missing or failed to load. */
export function PageNotice({ icon, text, children }: PageNoticeProps) {
  return (
    <Page>
      <Flex direction="column" align="center" justify="center" minHeight="60dvh" gap="28px" textAlign="center">
        <Box
          position="relative"
          width="calc(100vw - env(safe-area-inset-left) - env(safe-area-inset-right))"
          height="108px"
          overflow="hidden"
        >
          <Box position="absolute" insetX="0" top="10px" color="border.emphasized">
            <Strata height={88} lines={6} width={390} />
          </Box>
          <Flex
            position="absolute"
            left="50%"
            top="0"
            width="108px"
            height="108px"
            ml="-54px"
            align="center"
            justify="center"
            borderRadius="full"
            bg="bg.muted"
            color="fg.muted"
            boxShadow="0 0 0 8px {colors.bg}"
          >
            <Icon of={icon} size={34} />
          </Flex>
        </Box>
        <styled.h1 fontSize="19px" fontWeight="600" lineHeight="1.4" maxWidth="300px" textWrap="balance">
          {text}
        </styled.h1>
        {children}
      </Flex>
    </Page>
  );
}
