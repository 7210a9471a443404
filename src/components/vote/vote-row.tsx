import { ListChecks, Lock } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { useMe, useRules, useScope } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Icon } from '../../design/icon.tsx';
import { lockText } from './lock-text.ts';
import { voteLabel } from './vote-pill.tsx';
import { votingOf } from './vote-rules.ts';
import { voteTexts } from './vote-texts.ts';

export function VoteRow({ track, onOpen }: { track: TrackView; onOpen: () => void }) {
  const { userId } = useScope();
  const me = useMe();
  const rules = useRules();
  const now = useNow(60_000);
  const voting = votingOf(track, { me, userId, rules, now });
  switch (voting.kind) {
    case 'guest':
      return null;
    case 'own':
      return (
        <ActionRow icon={<Icon of={Lock} />} isLocked detail={voteTexts.own}>
          {voteTexts.vote}
        </ActionRow>
      );
    case 'locked':
      return (
        <ActionRow icon={<Icon of={Lock} />} isLocked detail={lockText(voting.level)}>
          {voteTexts.vote}
        </ActionRow>
      );
    case 'tooFew':
    case 'open':
    case 'editable':
    case 'closed':
      return (
        <ActionRow icon={<Icon of={voting.kind === 'closed' ? Lock : ListChecks} />} onPress={onOpen}>
          {voteLabel(track.myVote, now)}
        </ActionRow>
      );
  }
}
