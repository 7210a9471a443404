import { Clock, CloudOff, Ellipsis, Lock, X } from 'lucide';
import { memo, type ReactNode } from 'react';
import type { FavouriteView, TrackView } from '../../../sync/client.ts';
import { isActionOnTrack } from '../../engine/use-rate-limit.ts';
import { WaitingText } from '../../engine/waiting-text.tsx';
import { trackWords } from '../../platform/track-words.ts';
import { Cover } from '../../design/art.tsx';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { Marked } from '../../design/marked.tsx';
import { PersonLink } from '../../components/person/person-link.tsx';
import { notOnDeviceText, PlayDisc } from '../../components/track/play-disc.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import { KeptSign } from './kept-sign.tsx';
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

interface FavouriteRowProps {
  favourite: FavouriteView;
  marks: readonly string[];
  isCurrent: boolean;
  isSounding: boolean;
  isKept: boolean;
  isUnplayable: boolean;
  isOffline: boolean;
  onPlay: (track: TrackView) => void;
  onMore: (track: TrackView) => void;
  onRemove: (trackId: string) => void;
}

export const FavouriteRow = memo(function FavouriteRow(props: FavouriteRowProps) {
  const { favourite, isOffline, onRemove } = props;
  if (favourite.isGone)
    return (
      <Unavailable
        icon={<Icon of={Lock} size={18} />}
        title={libraryTexts.goneTitle}
        text={libraryTexts.gone}
        onRemove={() => onRemove(favourite.trackId)}
      />
    );
  if (favourite.track === null)
    return (
      <Unavailable
        icon={isOffline && <Icon of={CloudOff} size={18} />}
        title={isOffline ? notOnDeviceText : libraryTexts.notHere}
        text=""
        onRemove={() => onRemove(favourite.trackId)}
      />
    );
  return <Playable {...props} track={favourite.track} />;
});

interface UnavailableProps {
  icon: ReactNode;
  title: string;
  text: string;
  onRemove: () => void;
}

/** A favourite that has no cover and no name to show. */
function Unavailable({ icon, title, text, onRemove }: UnavailableProps) {
  return (
    <div className={style('row')}>
      <div className={style('sign')}>{icon}</div>
      <div className={style('words')}>
        <div className={style('title', 'unavailable')}>{title}</div>
        {text && <div className={style('meta')}>{text}</div>}
      </div>
      <IconButton label={libraryTexts.removeGone} color="fg.muted" mr="-12px" onClick={onRemove}>
        <Icon of={X} />
      </IconButton>
    </div>
  );
}

function Playable(props: FavouriteRowProps & { track: TrackView }) {
  const { favourite, track, marks, isCurrent, isSounding, isKept, isUnplayable, onPlay, onMore } = props;
  const title = track.title || trackWords.untitled;
  return (
    <div className={style('row')} {...(isCurrent ? { 'data-current': true } : {})}>
      <div className={style('cover', favourite.isPending && 'waiting')}>
        <Cover src={track.coverSrc} coverSeed={track.id} px={48} dimmed={isUnplayable}>
          <PlayDisc
            track={track}
            isSounding={isSounding}
            isUnplayable={isUnplayable}
            onPlay={() => onPlay(track)}
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
          {favourite.isPending ? (
            <>
              <Icon of={Clock} size={14} />
              <WaitingText filter={isActionOnTrack('favourite.add', track.id)} length="short" />
            </>
          ) : isUnplayable ? (
            notOnDeviceText
          ) : (
            <>
              {isKept && <KeptSign size={14} label={libraryTexts.keptHere} />}
              <PersonLink userId={track.user_id} as="line">
                <Marked text={track.artist_name || trackWords.unknownArtist} marks={marks} />
              </PersonLink>
            </>
          )}
        </div>
      </div>
      <IconButton label={libraryTexts.more(title)} color="fg.muted" mr="-12px" onClick={() => onMore(track)}>
        <Icon of={Ellipsis} />
      </IconButton>
    </div>
  );
}
