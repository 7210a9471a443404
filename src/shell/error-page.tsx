import { PRODUCT_NAME } from '../platform/product.ts';
import { Button } from '../design/button.tsx';
import { Logo } from '../design/drawn-lines.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';

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
      <Logo size={40} />
      <styled.h1 textStyle="h1">{title}</styled.h1>
      <Box color="fg.muted" maxWidth="320px">
        {text}
      </Box>
      <Button onClick={onAction}>{action}</Button>
    </Flex>
  );
}
