import { Check, CloudOff, Undo2 } from 'lucide';
import { answerAppeal, type AppealRow } from '../../../sync/model/operator/reports.ts';
import { PersonLink } from '../../components/person/person-link.tsx';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { momentOf } from '../../platform/format.ts';
import { operatorTexts } from './operator-texts.ts';
import { Decision, useReason } from './reason-field.tsx';

const words = operatorTexts.appeals;

interface AppealAnswerProps {
  row: AppealRow;
  isOffline: boolean;
  onAnswered: () => void;
}

/** Shows the decision, its reason, the person's text, and the form for the operator's answer. */
export function AppealAnswer({ row, isOffline, onAnswered }: AppealAnswerProps) {
  const reason = useReason();
  const { state, run } = useRemoteAct(answerAppeal);

  async function send(outcome: 'keep' | 'undo') {
    const text = reason.check();
    if (text === null) return;
    const answered = await run({ appealId: row.id, outcome, reason: text });
    if (answered.kind === 'refused') toast({ kind: 'error', duration: 10_000, ...answered.words });
    if (answered.kind !== 'done') return;
    toast({ kind: 'success', ...words.done[outcome] });
    onAnswered();
  }
  const press = (outcome: 'keep' | 'undo') =>
    isOffline
      ? disabledWithReason(operatorTexts.offline.title)
      : { onClick: () => toastOnError(send(outcome)), busy: state.kind === 'busy' ? words.busy : null };

  return (
    <Flex direction="column" gap="12px" overflowWrap="anywhere">
      <Box textStyle="meta" color="fg.muted">
        {words.decided[row.act](row.by, momentOf(row.act_at))}
        {row.ends_at !== null && `, ${operatorTexts.until(momentOf(row.ends_at))}`}
        {': '}
        <bdi>{row.reason === '' ? words.noReason : row.reason}</bdi>
      </Box>
      <Box as="blockquote" bg="bg.inset" borderRadius="field" p="12px 14px">
        <Box textStyle="meta" color="fg.muted" mb="8px">
          <PersonLink userId={row.person_id}>{words.asks(row.person_name ?? operatorTexts.unknown)}</PersonLink>
        </Box>
        <Box dir="auto" whiteSpace="pre-wrap">
          {row.content}
        </Box>
      </Box>
      {row.is_own && <Box color="orange.fg">{words.own}</Box>}
      <Decision label={words.reason} reason={reason}>
        <Button variant="outline" {...press('undo')}>
          <Icon of={isOffline ? CloudOff : Undo2} size={18} />
          {words.undo}
        </Button>
        <Button variant="quiet" {...press('keep')}>
          <Icon of={isOffline ? CloudOff : Check} size={18} />
          {words.keep}
        </Button>
      </Decision>
    </Flex>
  );
}
