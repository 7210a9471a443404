import type { ReactNode } from 'react';
import { Logo } from '../../design/drawn-lines.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { authTexts } from './auth-texts.ts';

interface AuthFrameProps {
  heading: string;
  subtitle: ReactNode;
  /** False while the person must first make a choice. */
  hasHomeLink?: boolean;
  children: ReactNode;
}

export function AuthFrame({ heading, subtitle, hasHomeLink = true, children }: AuthFrameProps) {
  return (
    <Flex
      as="main"
      flex="1"
      direction="column"
      align="center"
      justify={{ base: 'flex-start', md: 'center' }}
      p={{ base: 'max(22px, env(safe-area-inset-top)) 20px 24px', md: '40px' }}
    >
      <Box width="100%" maxWidth="420px">
        <Logo size={40} />
        <styled.h1 textStyle="poster" mt="28px">
          {heading}
        </styled.h1>
        <Box color="fg.muted" fontSize="16px" mt="10px" mb="28px" overflowWrap="anywhere">
          {subtitle}
        </Box>
        {children}
        <Flex justify="center" mt="10px">
          {hasHomeLink && (
            <LinkButton variant="plain" to="/">
              {authTexts.home}
            </LinkButton>
          )}
        </Flex>
      </Box>
    </Flex>
  );
}
