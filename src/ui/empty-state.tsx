import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Strata } from './marks.tsx';

/** Where there is nothing to show: still lines, one sentence, one action. */
export function EmptyState({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="16px" py="40px">
      <Box color="fg.subtle" width="220px" maxWidth="100%">
        <Strata height={80} lines={7} width={220} />
      </Box>
      <Box>
        <Box textStyle="title">{title}</Box>
        {text && <Box color="fg.muted">{text}</Box>}
      </Box>
      {children}
    </Flex>
  );
}
