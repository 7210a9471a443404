import { Clock, Ellipsis, Lock } from 'lucide';
import { memo, type ReactNode, useEffect } from 'react';
import type { TrackView } from '../../../../sync/client.ts';
import type { HistoryPlay } from '../../../../sync/model/history.ts';
import { PersonLink } from '../../../components/person/person-link.tsx';
import { notOnDeviceText, PlayDisc } from '../../../components/track/play-disc.tsx';
import { TrackLink } from '../../../components/track/track-link.tsx';
import { Cover } from '../../../design/art.tsx';
import { Badge } from '../../../design/badge.tsx';
import { IconButton } from '../../../design/button.tsx';
import { classes } from '../../../design/classes.ts';
import { StillLine } from '../../../design/drawn-lines.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { useLive, useScope, useTrack } from '../../../engine/live.ts';
import { WaitingText } from '../../../engine/waiting-text.tsx';
import { trackWords } from '../../../platform/track-words.ts';
import { historyTexts } from './history-texts.ts';

export const ROW_PX = 60;

const style = classes({
  row: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: `${ROW_PX}px`, py: '6px' },
  picture: { flex: 'none', width: '48px', height: '48px', borderRadius: 'art' },
  waiting: { outline: '1.5px dashed', outlineColor: 'border.emphasized', outlineOffset: '1px' },
  lock: {
    flex: 'none',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '48px',
    height: '48px',
    borderRadius: 'art',
    bg: 'bg.subtle',
    color: 'fg.subtle',
  },
  words: { flex: '1', minWidth: '0' },
  title: { display: 'flex', alignItems: 'center', gap: '7px', textStyle: 'title', minWidth: '0' },
  line: { flex: 'none' },
  name: { minWidth: '0', truncate: true },
  meta: { display: 'flex', alignItems: 'center', gap: '6px', textStyle: 'meta', color: 'fg.muted', minWidth: '0' },
  aside: { flex: 'none', display: 'flex', alignItems: 'center', gap: '12px' },
  withoutMore: { mr: '44px' },
  badge: { '@media (max-width: 359px)': { display: 'none' } },
  time: { textStyle: 'small', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});

interface HistoryRowProps {
  play: HistoryPlay;
  /** When the track was heard, as shown. */
  time: string;
  isSounding: boolean;
  isUnplayable: boolean;
  onVisit: (trackId: string) => void;
  onPlay: (play: HistoryPlay) => void;
  onMore: (track: TrackView, anchor: HTMLElement) => void;
}

export const HistoryRow = memo(function HistoryRow(props: HistoryRowProps) {
  const { play, time: timeText, isSounding, isUnplayable, onVisit, onPlay, onMore } = props;
  const { trackId } = play;
  const scope = useScope();
  const track = useTrack(trackId);
  const isFilled = useLive(scope.isFilled);
  const isAbsent = useLive(scope.absent).has(trackId) || (isFilled && scope.isAbsent(trackId));
  useEffect(() => onVisit(trackId), [onVisit, trackId]);
  const time = <time className={style('time')}>{timeText}</time>;
  if (!track) return <WithoutTrack isAbsent={isAbsent}>{time}</WithoutTrack>;

  const title = track.title || trackWords.untitled;
  const artist = track.artist_name || trackWords.unknownArtist;
  return (
    <article
      aria-label={`${title} by ${artist}`}
      className={style('row')}
      {...(isSounding ? { 'data-current': true } : {})}
    >
      <div className={style('picture', play.isPending && 'waiting')}>
        <Cover src={track.coverSrc} coverSeed={track.id} px={48} dimmed={isUnplayable}>
          <PlayDisc
            track={track}
            isSounding={isSounding}
            isUnplayable={isUnplayable}
            onPlay={() => onPlay(play)}
            place="full"
          />
        </Cover>
      </div>
      <div className={style('words')}>
        <div className={style('title')}>
          {isSounding && (
            <span className={style('line')}>
              <StillLine seed={track.id} width={22} height={14} half={2.9} />
            </span>
          )}
          <div dir="auto" className={style('name')}>
            <TrackLink trackId={track.id}>{title}</TrackLink>
          </div>
        </div>
        <div className={style('meta')}>
          {play.isPending ? (
            <>
              <Icon of={Clock} size={14} />
              <WaitingText
                length="short"
                filter={({ kind, payload }) => kind === 'play.record' && payload['track_id'] === trackId}
              />
            </>
          ) : isUnplayable ? (
            <div className={style('name')}>{notOnDeviceText}</div>
          ) : (
            <PersonLink userId={track.user_id} as="line">
              {artist}
            </PersonLink>
          )}
        </div>
      </div>
      <div className={style('aside')}>
        {play.isFirst && !isUnplayable && track.user_id !== scope.userId && (
          <span className={style('badge')}>
            <Badge>{historyTexts.firstListen}</Badge>
          </span>
        )}
        {time}
      </div>
      <IconButton
        label={`More for ${title}`}
        color="fg.muted"
        mr="-12px"
        onClick={({ currentTarget }) => onMore(track, currentTarget)}
      >
        <Icon of={Ellipsis} />
      </IconButton>
    </article>
  );
});

/** A play whose track is absent, or is not on this device yet. */
function WithoutTrack({ isAbsent, children }: { isAbsent: boolean; children: ReactNode }) {
  return (
    <div className={style('row')}>
      {isAbsent ? (
        <>
          <div className={style('lock')}>
            <Icon of={Lock} size={18} />
          </div>
          <div className={style('words')}>
            <div className={style('title')}>{historyTexts.gone}</div>
          </div>
        </>
      ) : (
        <>
          <Skeleton width="48px" height="48px" borderRadius="art" />
          <div className={style('words')}>
            <div className={style('meta')}>{historyTexts.unknown}</div>
          </div>
        </>
      )}
      <div className={style('aside', 'withoutMore')}>{children}</div>
    </div>
  );
}
