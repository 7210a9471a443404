import { EyeOff, MicOff, Scale } from 'lucide';
import { ownStanding, type StandingAnswer } from '../../../sync/model/remote-reads.ts';
import { LinkButton } from '../../design/link-button.tsx';
import { Notice } from '../../design/notice.tsx';
import { Flex } from '../../design/styled.tsx';
import { useRemote } from '../../engine/use-remote.ts';
import { usePendingActions } from '../../engine/use-act.ts';
import { useNow } from '../../engine/use-now.ts';
import { momentOf } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { Appeal } from './appeal.tsx';
import { standingTexts } from './standing-texts.ts';

/** The operators' decisions about this person, with their reasons. For operators also a link to the operator's page. */
export function OwnStanding() {
  const waiting = usePendingActions('appeal.send', {});
  // Refetched when the number of waiting appeals changes, for example after one was sent.
  const standing = useRemote(ownStanding, waiting.length);
  const now = useNow(60_000);
  if (standing.kind !== 'here') return null;
  const { is_operator, silence, hidden_tracks, answers } = standing.value;
  const isSilenced = silence !== null && (silence.ends_at === null || Date.parse(silence.ends_at) > now);
  if (!is_operator && !isSilenced && hidden_tracks.length + answers.length === 0) return null;
  return (
    <Flex direction="column" gap="10px">
      {is_operator && (
        <LinkButton variant="outline" alignSelf="flex-start" to="/operator">
          {texts.pages.operator}
        </LinkButton>
      )}
      {isSilenced && (
        <Notice
          kind="attention"
          icon={MicOff}
          title={
            silence.ends_at === null ? standingTexts.silenced : standingTexts.silencedUntil(momentOf(silence.ends_at))
          }
        >
          {standingTexts.silencedText}
          <Reason text={silence.reason} />
          <Appeal key={silence.act_id} actId={silence.act_id} appeal={silence.appeal} />
        </Notice>
      )}
      {hidden_tracks.map(({ act_id, title, reason, appeal }) => (
        <Notice key={act_id} kind="attention" icon={EyeOff} title={standingTexts.hidden(title)}>
          {standingTexts.hiddenText}
          <Reason text={reason} />
          <Appeal actId={act_id} appeal={appeal} />
        </Notice>
      ))}
      {answers.map((answer) => (
        <Notice key={answer.id} kind="waiting" icon={Scale} title={answerTitle(answer)}>
          {answer.outcome === 'undo' ? standingTexts.undone : standingTexts.kept}
          <Reason text={answer.answer} />
        </Notice>
      ))}
    </Flex>
  );
}

function answerTitle({ title, outcome }: StandingAnswer): string {
  if (title !== null) return standingTexts.undoneHiding(title);
  return outcome === 'undo' ? standingTexts.undoneSilence : standingTexts.silenceReviewed;
}

function Reason({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <>
      {` ${standingTexts.reason} `}
      <bdi>{text}</bdi>
    </>
  );
}
