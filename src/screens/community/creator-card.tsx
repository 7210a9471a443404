import { memo } from 'react';
import type { CreatorView, TrackView } from '../../../sync/client.ts';
import { plural } from '../../platform/texts.ts';
import { ConnectButton } from '../../components/connection/connect-button.tsx';
import { isWearing } from '../../components/person/cosmetics.ts';
import { Avatar } from '../../design/art.tsx';
import { classes } from '../../design/classes.ts';
import { RingAvatar } from '../../design/ring-avatar.tsx';
import { PersonLink } from '../../components/person/person-link.tsx';
import { PlayDisc } from '../../components/track/play-disc.tsx';
import { useOpenMessages } from '../../shell/messaging.tsx';

const RING_PX = 8;

const style = classes({
  card: { minWidth: '0' },
  cover: { position: 'relative', maxWidth: '100%', mb: '10px' },
  ring: { m: `-${RING_PX}px` },
  figures: { textStyle: 'meta', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', truncate: true },
  aboveConnect: { mb: '10px' },
});

interface CreatorCardProps {
  creator: CreatorView;
  /** Diameter, in px. */
  avatarSize: number;
  isSounding: boolean;
  isUnplayable: boolean;
  /** ms since the epoch */
  now: number;
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  hasConnect: boolean;
}

export const CreatorCard = memo(function CreatorCard({
  creator: { profile, trackCount, totalPlays, topTracks },
  avatarSize,
  isSounding,
  isUnplayable,
  now,
  onPlay,
  hasConnect,
}: CreatorCardProps) {
  const openMessages = useOpenMessages();
  const name = profile.artist_name ?? '';
  const [top] = topTracks;
  const person = { name, src: profile.avatarSrc };
  return (
    <article className={style('card')} aria-label={name}>
      <div className={style('cover')} style={{ width: avatarSize }}>
        {isWearing(profile.cosmetics, 'Glow Border', now) ? (
          <div className={style('ring')}>
            <RingAvatar {...person} size={avatarSize + 2 * RING_PX} glows />
          </div>
        ) : (
          <Avatar {...person} size={avatarSize} />
        )}
        {top && (
          <PlayDisc
            track={top}
            isSounding={isSounding}
            isUnplayable={isUnplayable}
            onPlay={() => onPlay(topTracks, 0)}
            place="corner"
          />
        )}
      </div>
      <PersonLink userId={profile.id} as="title">
        {name}
      </PersonLink>
      <div className={style('figures', hasConnect && 'aboveConnect')}>
        {trackCount.toLocaleString('en')} {plural(trackCount, 'track')}, {totalPlays.toLocaleString('en')}{' '}
        {plural(totalPlays, 'play')}
      </div>
      {hasConnect && <ConnectButton personId={profile.id} place="card" onMessage={openMessages} />}
    </article>
  );
});
