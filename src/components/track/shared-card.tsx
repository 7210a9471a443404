import type { ReactNode } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Cover } from '../../design/art.tsx';
import { CARD_PX } from './card-px.ts';
import { classes } from '../../design/classes.ts';
import { PersonLink } from '../person/person-link.tsx';
import { notOnDeviceText, PlayDisc } from './play-disc.tsx';
import { TrackLink } from './track-link.tsx';

const style = classes({
  card: { minWidth: '0' },
  cover: { borderRadius: 'art' },
  waiting: { outline: '1.5px dashed', outlineColor: 'border.emphasized', outlineOffset: '3px' },
  foot: { display: 'flex', mt: '9px', alignItems: 'flex-start' },
  words: { flex: '1', minWidth: '0' },
  title: { textStyle: 'title', truncate: true },
  unplayable: { textStyle: 'meta', color: 'fg.muted', truncate: true },
});

interface SharedCardProps {
  track: TrackView;
  isSounding: boolean;
  isUnplayable: boolean;
  isWaiting?: boolean;
  eager?: boolean;
  onPlay: () => void;
  note?: ReactNode;
  trailing?: ReactNode;
}

export function SharedCard({
  track,
  isSounding,
  isUnplayable,
  isWaiting = false,
  eager = false,
  onPlay,
  note,
  trailing,
}: SharedCardProps) {
  const artist = track.artist_name || trackWords.unknownArtist;
  const title = track.title || trackWords.untitled;
  return (
    <article className={style('card')} aria-label={`${title} by ${artist}`}>
      <div className={style('cover', isWaiting && 'waiting')}>
        <Cover src={track.coverSrc} coverSeed={track.id} px={CARD_PX} eager={eager} dimmed={isUnplayable}>
          <PlayDisc track={track} isSounding={isSounding} isUnplayable={isUnplayable} onPlay={onPlay} place="corner" />
        </Cover>
      </div>
      <div className={style('foot')}>
        <div className={style('words')}>
          <div dir="auto" className={style('title')}>
            <TrackLink trackId={track.id}>{title}</TrackLink>
          </div>
          {isUnplayable ? (
            <div className={style('unplayable')}>{notOnDeviceText}</div>
          ) : (
            <PersonLink userId={track.user_id} as="meta">
              {artist}
            </PersonLink>
          )}
          {note}
        </div>
        {trailing}
      </div>
    </article>
  );
}
