import { Box, chakra, Flex } from '@chakra-ui/react';
import { PRODUCT_NAME } from '../lib/product.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Mark, StillLine } from '../ui/marks.tsx';
import { PlainFrame } from './plain-frame.tsx';
import { appTexts } from './app-texts.ts';

/** Unknown address. */
export function NotFoundPage() {
  return (
    <PlainFrame>
      <Flex as="main" flex="1" align="center" justify="center" p="20px">
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
          <chakra.h1 textStyle="title" mb="14px">
            {appTexts.notFound.title}
          </chakra.h1>
          <LinkButton to="/" bg="bg" color="fg">
            {appTexts.notFound.home}
          </LinkButton>
        </Box>
      </Flex>
    </PlainFrame>
  );
}

/** A page that broke: what is on the device stays, a reload is the way on. */
export function ErrorPage() {
  return (
    <Message
      title="This page stopped working"
      text="What waits on this device is kept. A reload usually helps."
      action="Reload"
      onAction={() => window.location.reload()}
    />
  );
}

/** The first visit of a device, without a network: there is nothing here to show yet. */
export function FirstVisitOffline({ onRetry }: { onRetry: () => void }) {
  return (
    <Message
      title="No connection"
      text={`${PRODUCT_NAME} needs the network once. After that it opens without one.`}
      action="Try again"
      onAction={onRetry}
    />
  );
}

function Message({
  title,
  text,
  action,
  onAction,
}: {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
}) {
  return (
    <Flex
      as="main"
      role="alert"
      minHeight="100dvh"
      direction="column"
      align="center"
      justify="center"
      gap="14px"
      p="20px"
      textAlign="center"
    >
      <Mark size={40} />
      <chakra.h1 textStyle="h1">{title}</chakra.h1>
      <Box color="fg.muted" maxWidth="320px">
        {text}
      </Box>
      <Button onClick={onAction}>{action}</Button>
    </Flex>
  );
}
