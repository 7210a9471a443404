import { Ellipsis, Lock } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { NEW_BADGE_HOURS } from '../../../sync/model/rules.ts';
import { plural } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { Cover } from '../../design/art.tsx';
import { Rating } from '../vote/rating.tsx';
import { Badge } from '../../design/badge.tsx';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { notOnDeviceText, PlayDisc } from './play-disc.tsx';
import { TrackLink } from './track-link.tsx';
import { type OnVote, VoteRating } from '../vote/vote-rating.tsx';
import { VotePill } from '../vote/vote-pill.tsx';

interface TrackRowProps {
  track: TrackView;
  isCurrent: boolean;
  isSounding: boolean;
  isUnplayable: boolean;
  /** ms since the epoch */
  now: number;
  isNarrow?: boolean;
  onPlay: () => void;
  onMore: (anchor: HTMLElement) => void;
  onVote: OnVote;
}

const style = classes({
  row: { display: 'flex', alignItems: 'center', gap: '14px', minHeight: '68px' },
  cover: { width: '52px', flex: 'none' },
  words: { flex: '1', minWidth: '0' },
  head: { display: 'flex', gap: '8px', alignItems: 'center', minWidth: '0' },
  title: { textStyle: 'title', truncate: true },
  meta: { textStyle: 'meta', color: 'fg.muted', truncate: true },
  plays: { minWidth: '92px', flex: 'none', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  votes: { flex: 'none', whiteSpace: 'nowrap' },
  rating: { flex: 'none', minWidth: '116px' },
  vote: { flex: 'none', width: '128px' },
});

export function TrackRow({
  track,
  isCurrent,
  isSounding,
  isUnplayable,
  now,
  isNarrow = false,
  onPlay,
  onMore,
  onVote,
}: TrackRowProps) {
  const hasColumns = useIsDesktop() && !isNarrow;
  const title = track.title || trackWords.untitled;
  const isNew = now - Date.parse(track.created_at) < NEW_BADGE_HOURS * 3_600_000;
  const plays = `${track.play_count.toLocaleString('en')} ${plural(track.play_count, 'play')}`;
  return (
    <li className={style('row')} {...(isCurrent ? { 'data-current': true } : {})}>
      <div className={style('cover')}>
        <Cover src={track.coverSrc} coverSeed={track.id} px={52} dimmed={isUnplayable}>
          <PlayDisc track={track} isSounding={isSounding} isUnplayable={isUnplayable} onPlay={onPlay} place="full" />
        </Cover>
      </div>
      <div className={style('words')}>
        <div className={style('head')}>
          <div dir="auto" className={style('title')}>
            <TrackLink trackId={track.id}>{title}</TrackLink>
          </div>
          {isNew && <Badge variant="new">NEW</Badge>}
        </div>
        <div className={style('meta')}>{isUnplayable ? notOnDeviceText : hasColumns ? track.genre : plays}</div>
      </div>
      {hasColumns ? (
        <>
          <div className={style('plays')}>{plays}</div>
          <div className={style('rating')}>
            <Rating average={track.average_vote_rating} votes={track.total_votes} />
          </div>
          <div className={style('vote')}>
            <VotePill track={track} now={now} onVote={onVote} />
          </div>
        </>
      ) : (
        <div className={style('votes')}>
          {track.is_public ? (
            <VoteRating track={track} now={now} onVote={onVote} />
          ) : (
            <Badge>
              <Icon of={Lock} size={13} />
              {trackWords.private}
            </Badge>
          )}
        </div>
      )}
      <IconButton
        label={`More for ${title}`}
        color="fg.muted"
        mr="-12px"
        onClick={({ currentTarget }) => onMore(currentTarget)}
      >
        <Icon of={Ellipsis} />
      </IconButton>
    </li>
  );
}
