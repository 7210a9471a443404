import type { MyVote } from '../../../sync/client.ts';
import { useScopeOrNull } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { stateOfVote, type VoteRatingProps, voteIcons } from './vote-rating.tsx';

const pillTexts = {
  vote: 'Vote',
  voted: (weight: number) => `Voted ${weight}`,
  closed: 'Vote Locked',
} as const;

export function VotePill({ track, now, onVote }: VoteRatingProps) {
  const userId = useScopeOrNull()?.userId ?? null;
  const { myVote } = track;
  if (userId === null || track.user_id === userId) return null;
  const state = myVote && stateOfVote(myVote, now);
  return (
    <Button
      size="sm"
      variant={state === null ? 'outline' : state === 'waiting' ? 'plain' : 'quiet'}
      {...(state === 'waiting' ? { border: '1.5px dashed', borderColor: 'border.emphasized' } : {})}
      data-vote={track.id}
      aria-haspopup="dialog"
      aria-description={track.title}
      onClick={(event) => onVote(track, event.currentTarget)}
    >
      {state && <Icon of={voteIcons[state]} size={16} />}
      {voteLabel(myVote, now)}
    </Button>
  );
}

export function voteLabel(myVote: MyVote | null, now: number): string {
  if (!myVote) return pillTexts.vote;
  return stateOfVote(myVote, now) === 'closed' ? pillTexts.closed : pillTexts.voted(myVote.weight);
}
