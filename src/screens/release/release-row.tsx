import { Clock, Ellipsis, Lock, X } from 'lucide';
import { memo } from 'react';
import type { ReleasePlaceView, TrackView } from '../../../sync/client.ts';
import { controlKey, playKey, soundAttributes } from '../../boot/contract.ts';
import { releaseTexts } from '../../components/release/release-words.ts';
import { ShareButton } from '../../components/share/share-button.tsx';
import { notOnDeviceText } from '../../components/track/play-disc.tsx';
import { Rating } from '../../components/vote/rating.tsx';
import { VotePill } from '../../components/vote/vote-pill.tsx';
import type { OnVote } from '../../components/vote/vote-rating.tsx';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/classes.ts';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { StillLine } from '../../design/drawn-lines.tsx';
import { Icon } from '../../design/icon.tsx';
import { minutesAndSeconds } from '../../platform/format.ts';
import { plural } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { ownerTexts } from './own/owner-texts.ts';
import { releasePageTexts } from './release-page-texts.ts';

const style = classes({
  row: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    minHeight: { base: '60px', lg: '58px' },
    _before: {
      content: { lg: '""' },
      position: 'absolute',
      insetX: '0',
      top: '0',
      borderTop: '1px solid',
      borderColor: 'border',
    },
    '@media (hover: hover)': { _hover: { bg: 'bg.subtle' } },
    // The bars over the page must not cover a focused control.
    '& button': { scrollMarginTop: '100px', scrollMarginBottom: '164px' },
  },
  /** The line above the row is also above its grip, which is outside of the row. */
  beforeGrip: { _before: { right: '-32px' } },
  /** Fills the row, under its other controls. */
  play: {
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    flex: '1',
    minWidth: '0',
    minHeight: '44px',
    textAlign: 'start',
    cursor: 'pointer',
    _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'field' },
  },
  unplayable: { cursor: 'default', color: 'fg.subtle' },
  place: { flex: 'none', width: '28px', color: 'fg.muted', fontFamily: 'display', fontWeight: '700', fontSize: '15px' },
  sounding: { color: 'fg', height: '18px' },
  words: { display: 'block', flex: '1', minWidth: '0' },
  title: { display: 'block', textStyle: 'title', truncate: true },
  meta: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    textStyle: 'meta',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
  },
  column: { flex: 'none', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  plays: { minWidth: '92px' },
  rating: { minWidth: '116px' },
  vote: { minWidth: '128px' },
  time: { minWidth: '44px', textAlign: 'end' },
  controls: { position: 'relative', display: 'flex', alignItems: 'center', flex: 'none' },
  private: { display: 'flex', alignItems: 'center', gap: '6px', textStyle: 'meta', color: 'fg.muted', flex: 'none' },
});

interface ReleaseRowProps {
  place: ReleasePlaceView;
  /** From 1. */
  number: number;
  isDesktop: boolean;
  isCurrent: boolean;
  isSounding: boolean;
  isUnplayable: boolean;
  hasGrip: boolean;
  /** ms since the epoch */
  now: number;
  onPlay: (trackId: string) => void;
  onMore: (track: TrackView, anchor: HTMLElement) => void;
  onVote: OnVote;
  /** Takes the place out of the release. Null for the releases of others. */
  onRemove: ((place: string) => void) | null;
}

export const ReleaseRow = memo(function ReleaseRow(props: ReleaseRowProps) {
  const { place, number, hasGrip, onRemove } = props;
  if (place.track !== null) return <Present {...props} track={place.track} />;
  return (
    <div className={style('row', hasGrip && 'beforeGrip')}>
      <div className={style('place')}>{number}</div>
      <div className={style('words', 'meta')}>
        {place.isAwaited && <Icon of={Clock} size={14} />}
        {place.isAwaited ? releasePageTexts.toCome : releasePageTexts.notHere}
      </div>
      {onRemove && (
        <IconButton
          label={ownerTexts.removePlace(number)}
          color="fg.muted"
          mr="-12px"
          onClick={() => onRemove(place.id)}
        >
          <Icon of={X} />
        </IconButton>
      )}
    </div>
  );
});

function Present(props: ReleaseRowProps & { track: TrackView }) {
  const { track, number, isDesktop, isCurrent, isSounding, isUnplayable, hasGrip, now } = props;
  const { onPlay, onMore, onVote } = props;
  const title = track.title || trackWords.untitled;
  const time = minutesAndSeconds(track.duration_ms / 1000);
  const plays = `${track.play_count.toLocaleString('en')} ${plural(track.play_count, 'play')}`;
  const isPrivate = !track.is_public || track.hidden_at != null;
  const details = isUnplayable ? notOnDeviceText : isDesktop ? null : `${plays}, ${time}`;
  return (
    <div className={style('row', hasGrip && 'beforeGrip')} {...(isCurrent ? { 'data-current': true } : {})}>
      <button
        type="button"
        {...controlKey(playKey(track.audioSrc))}
        aria-label={isSounding ? trackWords.pause(title) : trackWords.play(title)}
        className={style('play', isUnplayable && 'unplayable')}
        {...(isUnplayable
          ? disabledWithReason(notOnDeviceText)
          : { ...soundAttributes(track), onClick: () => onPlay(track.id) })}
      >
        <span aria-hidden className={style('place', isSounding && 'sounding')}>
          {isSounding ? <StillLine seed={track.id} width={28} height={18} half={2.4} fits="stretched" /> : number}
        </span>
        <span className={style('words')}>
          <span dir="auto" className={style('title')}>
            {title}
          </span>
          {details !== null && <span className={style('meta')}>{details}</span>}
        </span>
      </button>
      {isDesktop && (
        <>
          <div className={style('column', 'plays')}>{plays}</div>
          <div className={style('column', 'rating')}>
            <Rating average={track.average_vote_rating} votes={track.total_votes} />
          </div>
        </>
      )}
      <div className={style('controls', isDesktop && 'vote')}>
        {isPrivate ? (
          <div className={style('private')}>
            <Icon of={Lock} size={14} />
            {releaseTexts.onlyYou}
          </div>
        ) : (
          <VotePill track={track} now={now} onVote={onVote} />
        )}
      </div>
      {isDesktop && <div className={style('column', 'time')}>{time}</div>}
      <div className={style('controls')}>
        {isDesktop && <ShareButton trackId={track.id} />}
        <IconButton
          label={releasePageTexts.moreFor(title)}
          color="fg.muted"
          mr="-12px"
          onClick={({ currentTarget }) => onMore(track, currentTarget)}
        >
          <Icon of={Ellipsis} />
        </IconButton>
      </div>
    </div>
  );
}
