import { Button } from '../design/button.tsx';
import { Panel } from '../design/panel.tsx';
import { Box } from '../design/styled.tsx';
import { messagesTexts } from './messages-texts.ts';

/** The messages did not come, three times in a row: what happened, and the way to try again. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
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
      <Box>
        <Box textStyle="title">{messagesTexts.gaveUp}</Box>
        <Box color="fg.muted">{messagesTexts.gaveUpText}</Box>
      </Box>
      <Button look="outline" onClick={onRetry}>
        {messagesTexts.tapToRetry}
      </Button>
    </Panel>
  );
}
