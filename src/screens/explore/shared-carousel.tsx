import { Clock } from 'lucide';
import type { ProfileView, SharedView } from '../../../sync/client.ts';
import { isActionOnTrack } from '../../engine/use-rate-limit.ts';
import { WaitingText } from '../../engine/waiting-text.tsx';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { Avatar } from '../../design/art.tsx';
import { Carousel } from '../../design/carousel.tsx';
import { classes } from '../../design/classes.ts';
import { TruncatedText } from '../../design/truncated-text.tsx';
import { Icon } from '../../design/icon.tsx';
import { PersonLink } from '../../components/person/person-link.tsx';
import { SharedCard } from '../../components/track/shared-card.tsx';
import { exploreTexts } from './explore-texts.ts';
import type { Listening } from '../../components/track/listening.ts';

/** Number of covers that load eagerly: as many as the widest window shows. */
const EAGER_COVERS = 6;

const style = classes({
  note: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    mt: '4px',
    height: '24px',
    textStyle: 'meta',
    color: 'fg.subtle',
    minWidth: '0',
  },
  name: { minWidth: '0' },
});

interface SharedCarouselProps extends Pick<Listening, 'onPlay' | 'nowPlaying'> {
  shared: readonly SharedView[];
}

export function SharedCarousel({ shared, onPlay, nowPlaying }: SharedCarouselProps) {
  const isUnplayable = useIsUnplayable();
  const tracks = shared.map(({ track }) => track);
  const items = shared.map((share, at) => ({ share, at }));
  return (
    <Carousel title={exploreTexts.shared} items={items} keyOf={({ share }) => `${share.sharer.id} ${share.track.id}`}>
      {({ share: { track, sharer, isPending }, at }) => (
        <SharedCard
          track={track}
          isSounding={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
          isUnplayable={isUnplayable(track.id)}
          isWaiting={isPending}
          eager={at < EAGER_COVERS}
          onPlay={() => onPlay(tracks, at)}
          note={
            <div className={style('note')}>
              {isPending ? <Waiting trackId={track.id} /> : <Sharer person={sharer} />}
            </div>
          }
        />
      )}
    </Carousel>
  );
}

function Waiting({ trackId }: { trackId: string }) {
  return (
    <>
      <Icon of={Clock} size={14} />
      <WaitingText filter={isActionOnTrack('share.add', trackId)} length="short" />
    </>
  );
}

function Sharer({ person }: { person: ProfileView }) {
  return (
    <>
      <Avatar name={person.artist_name} src={person.avatarSrc} size={18} />
      <div className={style('name')}>
        <PersonLink userId={person.id} as="line">
          <TruncatedText>{exploreTexts.sharedBy(person.artist_name ?? '')}</TruncatedText>
        </PersonLink>
      </div>
    </>
  );
}
