import { useRules } from '../../engine/live.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Panel } from '../../design/panel.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { profileTexts } from '../../components/profile/profile-texts.ts';

interface FirstStepsProps {
  /** The name derived from the mail address; null once the person has chosen another. */
  unchosenName: string | null;
  onEdit: () => void;
}

export function FirstSteps({ unchosenName, onEdit }: FirstStepsProps) {
  const rules = useRules();
  const { title, text, unchosen, reward, verb } = profileTexts.firstSteps;
  return (
    <Panel display="flex" flexWrap="wrap" alignItems="center" gap="12px">
      <Box flex="1 1 200px" minWidth="0">
        <Flex textStyle="title" gap="8px" align="center" wrap="wrap">
          {title}
          {rules.profileReward > 0 && <Badge variant="zap">{reward(rules.profileReward)}</Badge>}
        </Flex>
        <Box color="fg.muted" overflowWrap="anywhere">
          {text}
          {unchosenName !== null && ` ${unchosen(unchosenName)}`}
        </Box>
      </Box>
      <Button size="sm" onClick={onEdit}>
        {verb}
      </Button>
    </Panel>
  );
}
