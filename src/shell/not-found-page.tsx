import { LinkButton } from '../design/link-button.tsx';
import { StillLine } from '../design/drawn-lines.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { appTexts } from './app-texts.ts';
import { PlainFrame } from './plain-frame.tsx';

export function NotFoundPage() {
  return (
    <PlainFrame>
      <Flex as="main" flex="1" align="center" justify="center" p="20px">
        <NotFoundPanel />
      </Flex>
    </PlainFrame>
  );
}

export function NotFoundPanel() {
  return (
    <Box
      width="100%"
      maxWidth="420px"
      bg="bg.inverted"
      color="fg.inverted"
      borderRadius="panel"
      p="20px 22px 24px"
      overflow="hidden"
    >
      <Box textStyle="numeral" fontSize="min(96px, 24vw)" aria-hidden>
        404
      </Box>
      <Box mx="-22px" my="18px">
        <StillLine seed="404" width={420} height={24} />
      </Box>
      <styled.h1 textStyle="title" mb="14px">
        {appTexts.notFound.title}
      </styled.h1>
      <LinkButton to="/" bg="bg" color="fg">
        {appTexts.notFound.home}
      </LinkButton>
    </Box>
  );
}
