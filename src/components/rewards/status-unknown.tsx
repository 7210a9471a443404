import { CircleAlert } from 'lucide';
import { texts } from '../../platform/texts.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { rewardsTexts } from './rewards-texts.ts';

export function StatusUnknown({ isAsking, onRetry }: { isAsking: boolean; onRetry: () => void }) {
  return (
    <Flex align="center" gap="12px" role="alert">
      <Box color="red.fg">
        <Icon of={CircleAlert} />
      </Box>
      <Box flex="1" minWidth="0">
        {rewardsTexts.unknown}
      </Box>
      <Button variant="outline" busy={isAsking ? texts.part.loading : null} onClick={onRetry}>
        {texts.retry}
      </Button>
    </Flex>
  );
}
