import type { ReactNode } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { Box, Flex } from './styled.tsx';

const Strata = lazyPart(() => import('./strata.tsx').then((m) => m.Strata), 'invisible');

export function EmptyState({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="16px" py="40px">
      <Box color="fg.subtle" width="220px" maxWidth="100%" height="80px">
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
