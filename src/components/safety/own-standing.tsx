import { EyeOff, MicOff } from 'lucide';
import { ownStanding } from '../../../sync/model/remote-reads.ts';
import { LinkButton } from '../../design/link-button.tsx';
import { Notice } from '../../design/notice.tsx';
import { Flex } from '../../design/styled.tsx';
import { useRemote } from '../../engine/use-remote.ts';
import { useNow } from '../../engine/use-now.ts';
import { momentOf } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { standingTexts } from './standing-texts.ts';

/** What operators decided about this person, with the reasons. For operators also a link to their page. */
export function OwnStanding() {
  const standing = useRemote(ownStanding);
  const now = useNow(60_000);
  if (standing.kind !== 'here') return null;
  const { is_operator, silence, hidden_tracks } = standing.value;
  const isSilenced = silence !== null && (silence.ends_at === null || Date.parse(silence.ends_at) > now);
  if (!is_operator && !isSilenced && hidden_tracks.length === 0) return null;
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
        </Notice>
      )}
      {hidden_tracks.map(({ track_id, title, reason }) => (
        <Notice key={track_id} kind="attention" icon={EyeOff} title={standingTexts.hidden(title)}>
          {standingTexts.hiddenText}
          <Reason text={reason} />
        </Notice>
      ))}
    </Flex>
  );
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
