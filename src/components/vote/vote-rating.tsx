import { Check, Clock, Lock } from 'lucide';
import { controlKey } from '../../boot/contract.ts';
import type { MyVote, TrackView } from '../../../sync/client.ts';
import { useScopeOrNull } from '../../engine/live.ts';
import { isActionOnTrack, useWaitingText } from '../../engine/use-rate-limit.ts';
import { Badge } from '../../design/badge.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { Rating, ratingStyle, RatingParts, unratedStyle } from './rating.tsx';

const ratingTexts = {
  own: 'You cannot vote on your own track',
  on: (title: string) => `Vote on ${title}`,
  rated: (average: number, votes: number) => (votes === 0 ? 'No votes yet' : `${average.toFixed(1)} of 5 by ${votes}`),
  yours: (weight: number) => `your vote ${weight}`,
  closed: 'Vote Locked',
} as const;

export type OnVote = (track: TrackView, button: HTMLElement) => void;

export interface VoteRatingProps {
  track: TrackView;
  /** ms since the epoch */
  now: number;
  onVote: OnVote;
}

type VoteState = 'waiting' | 'closed' | 'cast';

export function stateOfVote({ isPending, editableUntil }: MyVote, now: number): VoteState {
  if (isPending) return 'waiting';
  return editableUntil !== null && Date.parse(editableUntil) <= now ? 'closed' : 'cast';
}

export const voteIcons = { waiting: Clock, closed: Lock, cast: Check };

const style = classes({
  button: {
    ...ratingStyle,
    minWidth: '0',
    height: '44px',
    px: '6px',
    mx: '-6px',
    my: '-8px',
    maxWidth: 'calc(100% + 12px)',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    borderRadius: 'field',
    cursor: 'pointer',
    _focusVisible: { outlineOffset: '-4px' },
  },
  unrated: { ...unratedStyle, fontWeight: '400' },
});

export function VoteRating({ track, now, onVote }: VoteRatingProps) {
  const userId = useScopeOrNull()?.userId ?? null;
  const { average_vote_rating: average, total_votes: votes, myVote } = track;
  const waitingText = useWaitingText(myVote?.isPending ? isActionOnTrack('vote.cast', track.id) : null);
  if (userId === null) return <Rating average={average} votes={votes} />;
  const state = myVote && stateOfVote(myVote, now);
  const isOwn = track.user_id === userId;
  const label = [
    ratingTexts.on(track.title),
    ratingTexts.rated(average, votes),
    ...(myVote && state
      ? [
          ratingTexts.yours(myVote.weight),
          ...(state === 'cast' ? [] : [state === 'waiting' ? waitingText : ratingTexts.closed]),
        ]
      : []),
  ];
  return (
    <button
      type="button"
      data-vote={track.id}
      {...controlKey(`vote ${track.id}`)}
      aria-haspopup="dialog"
      aria-label={label.join(', ')}
      {...(isOwn ? { title: ratingTexts.own } : {})}
      onClick={(event) => onVote(track, event.currentTarget)}
      className={style('button', votes === 0 && !myVote && 'unrated')}
    >
      <RatingParts
        average={average}
        votes={votes}
        ownVote={
          myVote &&
          state && (
            <Badge variant={state === 'waiting' ? 'waiting' : 'quiet'}>
              <Icon of={voteIcons[state]} size={13} />
              {myVote.weight}
            </Badge>
          )
        }
      />
    </button>
  );
}
