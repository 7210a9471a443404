import { Ellipsis } from 'lucide';
import { memo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { NEW_BADGE_HOURS } from '../../../sync/model/rules.ts';
import { controlKey } from '../../boot/contract.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Cover } from '../../design/art.tsx';
import { CARD_PX } from './card-px.ts';
import { Badge } from '../../design/badge.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { Marked } from '../../design/marked.tsx';
import { StillLine } from '../../design/drawn-lines.tsx';
import { PersonLink } from '../person/person-link.tsx';
import { notOnDeviceText, PlayDisc } from './play-disc.tsx';
import { iconButtonRecipe } from '../../design/recipes.ts';
import { TrackLink } from './track-link.tsx';
import { type OnVote, VoteRating } from '../vote/vote-rating.tsx';

const cardTexts = {
  more: (title: string) => `More for ${title}`,
} as const;

interface TrackCardProps {
  track: TrackView;
  isCurrent: boolean;
  isPlaying: boolean;
  /** Whether the device is offline and has no kept copy of the track. */
  isUnplayable: boolean;
  marks?: readonly string[];
  eager: boolean;
  onPlay: (track: TrackView) => void;
  onMore: (track: TrackView, anchor: HTMLElement) => void;
  onVote: OnVote;
  /** ms since the epoch */
  now: number;
}

const style = classes({
  card: { minWidth: '0' },
  /** A highlighted track (S-31). */
  highlighted: { borderRadius: '3px', outline: '2px solid', outlineColor: 'fg', outlineOffset: '5px' },
  badges: { position: 'absolute', left: '8px', top: '8px', display: 'flex', gap: '4px' },
  title: { mt: '9px', textStyle: 'title', truncate: true },
  /** Room for the padding of a search highlight. */
  marked: { px: '3px', mx: '-3px' },
  line: { display: 'inline-block', mr: '7px', verticalAlign: 'middle' },
  unplayable: { textStyle: 'meta', color: 'fg.muted', truncate: true },
  foot: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', height: '28px', mt: '4px' },
  more: { ...iconButtonRecipe.base, color: 'fg.muted', my: '-8px', mr: '-12px' },
});

const noMarks: readonly string[] = [];

export const TrackCard = memo(function TrackCard({
  track,
  isCurrent,
  isPlaying,
  isUnplayable,
  marks = noMarks,
  eager,
  onPlay,
  onMore,
  onVote,
  now,
}: TrackCardProps) {
  const title = track.title || trackWords.untitled;
  const artist = track.artist_name || trackWords.unknownArtist;
  const isNew = now - Date.parse(track.created_at) < NEW_BADGE_HOURS * 3_600_000;
  const isHighlighted = Date.parse(track.highlighted_until ?? '') > now;
  const sounding = isCurrent && isPlaying;
  return (
    <article
      className={style('card', isHighlighted && 'highlighted')}
      aria-label={`${title} by ${artist}`}
      {...(isCurrent ? { 'data-current': true } : {})}
      {...(isHighlighted ? { 'data-stands-out': true } : {})}
    >
      <Cover src={track.coverSrc} coverSeed={track.id} px={CARD_PX} eager={eager} dimmed={isUnplayable}>
        {(isNew || isHighlighted) && (
          <div className={style('badges')}>
            {isNew && <Badge variant="new">NEW</Badge>}
            {isHighlighted && <Badge variant="new">Highlight</Badge>}
          </div>
        )}
        <PlayDisc
          track={track}
          isSounding={sounding}
          isUnplayable={isUnplayable}
          onPlay={() => onPlay(track)}
          place="corner"
        />
      </Cover>
      <div dir="auto" className={style('title', marks.length > 0 && 'marked')}>
        {sounding && (
          <span className={style('line')}>
            <StillLine seed={track.id} width={22} height={14} half={2.9} />
          </span>
        )}
        <TrackLink trackId={track.id}>
          <Marked text={title} marks={marks} />
        </TrackLink>
      </div>
      {isUnplayable ? (
        <div className={style('unplayable')}>{notOnDeviceText}</div>
      ) : (
        <PersonLink userId={track.user_id} as="meta">
          <Marked text={artist} marks={marks} />
        </PersonLink>
      )}
      <div className={style('foot')}>
        <VoteRating track={track} now={now} onVote={onVote} />
        <button
          type="button"
          {...controlKey(`more ${track.id}`)}
          aria-label={cardTexts.more(title)}
          className={style('more')}
          onClick={({ currentTarget }) => onMore(track, currentTarget)}
        >
          <Icon of={Ellipsis} />
        </button>
      </div>
    </article>
  );
});
