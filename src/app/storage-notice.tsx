import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Opening } from '../../sync/client.ts';
import { constant, useLive, useScopeOrNull, useSyncStatus } from '../lib/live.ts';
import { Button } from '../ui/button.tsx';

const opening = constant<Opening>({ kind: 'opening' });

const failed = {
  code: {
    title: 'Part of the app could not be loaded',
    text: 'What is on this device comes when it is there. It is tried again by itself.',
  },
  full: { title: 'This device is full', text: 'What is saved here cannot be opened. Make room, then try again.' },
  unavailable: {
    title: 'What is saved on this device cannot be read',
    text: 'It is still there. It is tried again by itself.',
  },
};

/** Above every page: that what is on the device cannot be opened, with a way to try again, or that nothing is kept at all. */
export function StorageNotice() {
  const scope = useScopeOrNull();
  const state = useLive(scope?.opening ?? opening);
  const { storage } = useSyncStatus();
  if (state.kind === 'failed')
    return (
      <Bar {...failed[state.what]}>
        <Button size="sm" look="outline" onClick={scope?.reopen}>
          Retry
        </Button>
      </Bar>
    );
  if (state.kind === 'open' && storage === 'unavailable')
    return (
      <Bar
        title="Nothing is saved on this device"
        text="The browser gives no storage here. Music plays; what was not sent yet is lost with this tab."
      />
    );
  return null;
}

function Bar({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Flex
      role="status"
      align="center"
      gap="12px"
      px={{ base: '16px', lg: '40px' }}
      py="8px"
      bg="bg.inset"
      borderBottom="1px dashed"
      borderColor="border.emphasized"
      textStyle="meta"
    >
      <Box flex="1">
        <Box fontWeight="600">{title}</Box>
        <Box color="fg.muted">{text}</Box>
      </Box>
      {children}
    </Flex>
  );
}
