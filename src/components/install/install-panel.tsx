import { toastOnError } from '../../engine/call-failure.ts';
import { Button } from '../../design/button.tsx';
import { Logo } from '../../design/drawn-lines.tsx';
import { Box, Center, Flex } from '../../design/styled.tsx';
import { install, useInstallMethod } from './install-prompt.ts';
import { installTexts } from './install-texts.ts';

/** Offers the installation of the app. iOS has no install prompt, so the panel explains there how to install. */
export function InstallPanel({ onNotNow }: { onNotNow?: () => void }) {
  const method = useInstallMethod();
  if (method === 'none') return null;
  return (
    <Flex gap="14px" p="18px" bg="bg" borderRadius="panel" role="group" aria-label={installTexts.title}>
      <Center width="56px" height="56px" borderRadius="14px" bg="#F5EFE6" color="#14110F" flex="none">
        <Logo size={36} />
      </Center>
      <Box flex="1" minWidth="0">
        <Box textStyle="title">{installTexts.title}</Box>
        <Box textStyle="meta" color="fg.muted">
          {installTexts.text} {method === 'ios' && installTexts.ios}
        </Box>
        <Flex mt="10px" gap="4px">
          {method === 'prompt' && <Button onClick={() => toastOnError(install())}>{installTexts.verb}</Button>}
          {onNotNow && (
            <Button variant="plain" onClick={onNotNow}>
              {installTexts.notNow}
            </Button>
          )}
        </Flex>
      </Box>
    </Flex>
  );
}
