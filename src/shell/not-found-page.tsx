import { LinkButton } from '../design/link-button.tsx';
import { StillLine } from '../design/drawn-lines.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { PlainFrame } from './plain-frame.tsx';

/** Separate from `appTexts`, so that these texts load with the page. */
const notFoundTexts = { title: 'Oops! Page not found', home: 'Return to Home' } as const;

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
        {notFoundTexts.title}
      </styled.h1>
      <LinkButton to="/" bg="bg" color="fg">
        {notFoundTexts.home}
      </LinkButton>
    </Box>
  );
}
