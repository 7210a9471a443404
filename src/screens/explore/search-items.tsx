import { ArrowDown, Ellipsis } from 'lucide';
import { memo } from 'react';
import type { ProfileView, TrackView } from '../../../sync/client.ts';
import { Avatar, Cover } from '../../design/art.tsx';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/classes.ts';
import { StillLine } from '../../design/drawn-lines.tsx';
import { Icon } from '../../design/icon.tsx';
import { Marked } from '../../design/marked.tsx';
import { PersonLink } from '../../components/person/person-link.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { notOnDeviceText, PlayDisc } from '../../components/track/play-disc.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import { VoteRating } from '../../components/vote/vote-rating.tsx';
import { plural } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { beyondTexts } from '../../components/beyond/beyond-texts.ts';
import { SearchRow } from './search-row.tsx';

const style = classes({
  line: { display: 'inline-block', mr: '7px', verticalAlign: 'middle' },
  kept: {
    flex: 'none',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '14px',
    height: '14px',
    borderRadius: 'full',
    bg: 'fg',
    color: 'bg',
    _highContrast: { border: '1px solid' },
  },
  /** Room for the padding of a search highlight. */
  name: { minWidth: '0', px: '3px', mx: '-3px', truncate: true },
});

interface SearchedTrackProps extends Pick<Listening, 'onMore' | 'onVote'> {
  track: TrackView;
  marks: readonly string[];
  isCurrent: boolean;
  isSounding: boolean;
  isKept: boolean;
  isUnplayable: boolean;
  /** ms since the epoch */
  now: number;
  onPlay: () => void;
}

export function SearchedTrack(props: SearchedTrackProps) {
  const { track, marks, isCurrent, isSounding, isKept, isUnplayable, now, onPlay, onMore, onVote } = props;
  const title = track.title || trackWords.untitled;
  return (
    <article
      aria-label={`${title} by ${track.artist_name || trackWords.unknownArtist}`}
      {...(isCurrent ? { 'data-current': true } : {})}
    >
      <SearchRow
        picture={
          <Cover src={track.coverSrc} coverSeed={track.id} px={48} dimmed={isUnplayable}>
            <PlayDisc track={track} isSounding={isSounding} isUnplayable={isUnplayable} onPlay={onPlay} place="full" />
          </Cover>
        }
        title={
          <>
            {isSounding && (
              <span className={style('line')}>
                <StillLine seed={track.id} width={22} height={14} half={2.9} />
              </span>
            )}
            <TrackLink trackId={track.id}>
              <Marked text={title} marks={marks} />
            </TrackLink>
          </>
        }
        meta={
          isUnplayable ? (
            notOnDeviceText
          ) : (
            <>
              {isKept && (
                <span role="img" aria-label={beyondTexts.kept} className={style('kept')}>
                  <Icon of={ArrowDown} size={10} />
                </span>
              )}
              <div dir="auto" className={style('name')}>
                <PersonLink userId={track.user_id}>
                  <Marked text={track.artist_name || trackWords.unknownArtist} marks={marks} />
                </PersonLink>
              </div>
            </>
          )
        }
        aside={<VoteRating track={track} now={now} onVote={onVote} />}
        action={
          <IconButton
            label={`More for ${title}`}
            color="fg.muted"
            onClick={({ currentTarget }) => onMore(track, currentTarget)}
          >
            <Icon of={Ellipsis} />
          </IconButton>
        }
      />
    </article>
  );
}

interface SearchedArtistProps {
  profile: ProfileView;
  trackCount: number;
  marks: readonly string[];
}

export const SearchedArtist = memo(function SearchedArtist({ profile, trackCount, marks }: SearchedArtistProps) {
  const name = profile.artist_name ?? '';
  return (
    <article aria-label={name}>
      <SearchRow
        picture={<Avatar name={name} src={profile.avatarSrc} size="lg" />}
        title={
          <PersonLink userId={profile.id}>
            <Marked text={name} marks={marks} />
          </PersonLink>
        }
        meta={`${beyondTexts.artist}, ${trackCount.toLocaleString('en')} ${plural(trackCount, 'track')}`}
      />
    </article>
  );
});
