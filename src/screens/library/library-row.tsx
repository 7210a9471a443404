import { Clock, CloudOff, Ellipsis, Lock, X } from 'lucide';
import { memo, type ReactNode } from 'react';
import type { PendingAction, TrackView } from '../../../sync/client.ts';
import { WaitingText } from '../../engine/waiting-text.tsx';
import { minutesAndSeconds } from '../../platform/format.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Cover } from '../../design/art.tsx';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { Marked } from '../../design/marked.tsx';
import { PersonLink } from '../../components/person/person-link.tsx';
import { notOnDeviceText, PlayDisc } from '../../components/track/play-disc.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import { Rating } from '../../components/vote/rating.tsx';
import { VotePill } from '../../components/vote/vote-pill.tsx';
import type { OnVote } from '../../components/vote/vote-rating.tsx';
import { KeptSign } from './kept-sign.tsx';
import type { LibraryEntry } from './library-lists.ts';
import { libraryTexts } from './library-texts.ts';

export const ROW_PX = 60;

const style = classes({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    minHeight: `${ROW_PX}px`,
    borderRadius: '12px',
    '@media (hover: hover)': {
      _hover: { bg: 'bg.subtle', boxShadow: '-10px 0 {colors.bg.subtle}, 10px 0 {colors.bg.subtle}' },
    },
    // The bars over the page must not cover a focused control.
    '& a, & button': { scrollMarginTop: '100px', scrollMarginBottom: '164px' },
  },
  cover: { position: 'relative', width: '48px', flex: 'none', borderRadius: 'art' },
  waiting: { outline: '1.5px dashed', outlineColor: 'border.emphasized', outlineOffset: '3px' },
  sign: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '48px',
    height: '48px',
    flex: 'none',
    borderRadius: 'art',
    bg: 'bg.muted',
    color: 'fg.subtle',
  },
  words: { flex: '1', minWidth: '0' },
  place: { flex: 'none', width: '30px', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  // Below xl, rating and vote would leave no room for the title.
  rating: { display: { base: 'none', xl: 'block' }, flex: 'none', minWidth: '116px' },
  vote: { display: { base: 'none', xl: 'block' }, flex: 'none', minWidth: '128px' },
  time: { flex: 'none', minWidth: '44px', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', textAlign: 'end' },
  kept: { flex: 'none', width: '20px', display: 'flex' },
  /** Room for the padding of a search highlight. */
  title: { textStyle: 'title', truncate: true, px: '3px', mx: '-3px' },
  unavailable: { color: 'fg.subtle' },
  meta: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: '0',
    px: '3px',
    mx: '-3px',
    textStyle: 'meta',
    color: 'fg.muted',
    overflow: 'hidden',
  },
});

const noMarks: readonly string[] = [];

export interface RowColumns {
  /** ms since the epoch */
  now: number;
  onVote: OnVote;
}

interface Removal {
  label: string;
  run: (id: string) => void;
}

interface LibraryRowProps {
  /** Distinguishes the entries of the list. */
  id: string;
  entry: LibraryEntry;
  /** Whether the action is the entry's queued change. */
  isChange: (action: PendingAction, entry: LibraryEntry) => boolean;
  /** Removes an entry without a track. Null in lists of others. */
  removal: Removal | null;
  /** Folded search terms, which are highlighted. */
  marks?: readonly string[];
  /** The entry's place in the list, from 1, if it is shown. */
  place?: number | null;
  /** Whether the track's length is shown. */
  hasTime?: boolean;
  /** Shows rating and vote too, for wide lists. */
  columns?: RowColumns | null;
  isCurrent: boolean;
  isSounding: boolean;
  isKept: boolean;
  isUnplayable: boolean;
  isOffline: boolean;
  onPlay: (id: string) => void;
  onMore: (id: string, anchor: HTMLElement) => void;
}

/** A favourite, or a track of a playlist. */
export const LibraryRow = memo(function LibraryRow(props: LibraryRowProps) {
  const { id, entry, place = null, removal, isOffline } = props;
  const common = { id, place, removal };
  if (entry.isAbsent)
    return (
      <Unavailable
        icon={<Icon of={Lock} size={18} />}
        title={libraryTexts.goneTitle}
        text={libraryTexts.gone}
        {...common}
      />
    );
  if (entry.track === null)
    return (
      <Unavailable
        icon={isOffline && <Icon of={CloudOff} size={18} />}
        title={isOffline ? notOnDeviceText : libraryTexts.notHere}
        text=""
        {...common}
      />
    );
  return <Playable {...props} track={entry.track} />;
});

interface UnavailableProps {
  id: string;
  icon: ReactNode;
  title: string;
  text: string;
  place: number | null;
  removal: Removal | null;
}

/** An entry that has no cover and no name to show. */
function Unavailable({ id, icon, title, text, place, removal }: UnavailableProps) {
  return (
    <div className={style('row')}>
      {place !== null && <div className={style('place')}>{place}</div>}
      <div className={style('sign')}>{icon}</div>
      <div className={style('words')}>
        <div className={style('title', 'unavailable')}>{title}</div>
        {text && <div className={style('meta')}>{text}</div>}
      </div>
      {removal && (
        <IconButton label={removal.label} color="fg.muted" mr="-12px" onClick={() => removal.run(id)}>
          <Icon of={X} />
        </IconButton>
      )}
    </div>
  );
}

function Playable({
  id,
  entry,
  track,
  isChange,
  marks = noMarks,
  place = null,
  hasTime = false,
  columns = null,
  isCurrent,
  isSounding,
  isKept,
  isUnplayable,
  onPlay,
  onMore,
}: LibraryRowProps & { track: TrackView }) {
  const title = track.title || trackWords.untitled;
  const time = minutesAndSeconds(track.duration_ms / 1000);
  const keptSign = isKept && <KeptSign size={columns ? 16 : 14} label={libraryTexts.keptHere} />;
  return (
    <div className={style('row')} {...(isCurrent ? { 'data-current': true } : {})}>
      {place !== null && <div className={style('place')}>{place}</div>}
      <div className={style('cover', entry.isPending && 'waiting')}>
        <Cover src={track.coverSrc} coverSeed={track.id} px={48} dimmed={isUnplayable}>
          <PlayDisc
            track={track}
            isSounding={isSounding}
            isUnplayable={isUnplayable}
            onPlay={() => onPlay(id)}
            place="full"
          />
        </Cover>
      </div>
      <div className={style('words')}>
        <div dir="auto" className={style('title', isUnplayable && 'unavailable')}>
          <TrackLink trackId={track.id}>
            <Marked text={title} marks={marks} />
          </TrackLink>
        </div>
        <div className={style('meta')}>
          {entry.isPending ? (
            <>
              <Icon of={Clock} size={14} />
              <WaitingText filter={(action) => isChange(action, entry)} length="short" />
            </>
          ) : isUnplayable ? (
            notOnDeviceText
          ) : (
            <>
              {!columns && keptSign}
              <PersonLink userId={track.user_id} as="line">
                <Marked text={track.artist_name || trackWords.unknownArtist} marks={marks} />
              </PersonLink>
              {hasTime && !columns && <span>{time}</span>}
            </>
          )}
        </div>
      </div>
      {columns && (
        <>
          <div className={style('rating')}>
            <Rating average={track.average_vote_rating} votes={track.total_votes} />
          </div>
          <div className={style('vote')}>
            <VotePill track={track} now={columns.now} onVote={columns.onVote} />
          </div>
          <div className={style('time')}>{time}</div>
          <div className={style('kept')}>{keptSign}</div>
        </>
      )}
      <IconButton
        label={libraryTexts.more(title)}
        color="fg.muted"
        mr="-12px"
        onClick={({ currentTarget }) => onMore(id, currentTarget)}
      >
        <Icon of={Ellipsis} />
      </IconButton>
    </div>
  );
}
