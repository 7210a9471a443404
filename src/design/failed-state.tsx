import { CircleAlert } from 'lucide';
import { texts } from '../platform/texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Panel } from './panel.tsx';
import { Box } from './styled.tsx';

interface FailedStateProps {
  title: string;
  text?: string;
  /** False if the title already contains a warning sign. */
  hasSign?: boolean;
  verb?: string;
  isBusy?: boolean;
  onRetry: () => void;
}

export function FailedState({
  title,
  text,
  hasSign = true,
  verb = texts.retry,
  isBusy = false,
  onRetry,
}: FailedStateProps) {
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
      {hasSign && (
        <Box color="red.fg">
          <Icon of={CircleAlert} size={24} />
        </Box>
      )}
      <Box>
        <Box textStyle="title">{title}</Box>
        {text && <Box color="fg.muted">{text}</Box>}
      </Box>
      <Button variant="outline" busy={isBusy ? texts.part.loading : null} onClick={onRetry}>
        {verb}
      </Button>
    </Panel>
  );
}
