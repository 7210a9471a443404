import { Box, Center, Flex } from '@chakra-ui/react';
import { texts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/marks.tsx';
import { install, useInstallWay } from './install-prompt.ts';

/** Offers the app for the home screen; on iOS, where no prompt exists, it says how. */
export function InstallPanel({ onNotNow }: { onNotNow?: () => void }) {
  const way = useInstallWay();
  if (way === 'none') return null;
  return (
    <Flex gap="14px" p="18px" bg="bg" borderRadius="panel" role="group" aria-label={texts.prompts.install.title}>
      <Center width="56px" height="56px" borderRadius="14px" bg="#F5EFE6" color="#14110F" flex="none">
        <Mark size={36} />
      </Center>
      <Box flex="1" minWidth="0">
        <Box textStyle="title">{texts.prompts.install.title}</Box>
        <Box textStyle="meta" color="fg.muted">
          {texts.prompts.install.text} {way === 'ios' && texts.prompts.installIos}
        </Box>
        <Flex mt="10px" gap="4px">
          {way === 'prompt' && <Button onClick={() => void install()}>Install</Button>}
          {onNotNow && (
            <Button look="plain" onClick={onNotNow}>
              Not now
            </Button>
          )}
        </Flex>
      </Box>
    </Flex>
  );
}
