import { Box, Flex } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Strata } from './marks.tsx';
import { Panel } from './panel.tsx';

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

interface FailedStateProps {
  title: string;
  text?: string;
  isBusy?: boolean;
  onRetry: () => void;
}

/** Where something could not be read: said in its place, with the way to try again. */
export function FailedState({ title, text, isBusy = false, onRetry }: FailedStateProps) {
  return (
    <Panel
      role="alert"
      display="flex"
      flexDirection="column"
      alignItems="center"
      textAlign="center"
      gap="12px"
      p="20px"
    >
      <Box color="red.fg">
        <Icon of={CircleAlert} size={24} />
      </Box>
      <Box>
        <Box textStyle="title">{title}</Box>
        {text && <Box color="fg.muted">{text}</Box>}
      </Box>
      <Button look="outline" busy={isBusy ? texts.part.asking : null} onClick={onRetry}>
        {texts.retry}
      </Button>
    </Panel>
  );
}
