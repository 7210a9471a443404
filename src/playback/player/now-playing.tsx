import {
  ChevronDown,
  Link as LinkSign,
  ListMusic,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
  Zap,
} from 'lucide';
import { useState } from 'react';
import { copyLink } from '../../engine/copy-link.ts';
import { minutesAndSeconds } from '../../platform/format.ts';
import { useLive, useMe, useRules, useTrack } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { Cover } from '../../design/art.tsx';
import { Rating } from '../../components/vote/rating.tsx';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Layer } from '../../design/layers.ts';
import { PersonLink } from '../../components/person/person-link.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { KeepButton } from './keep-button.tsx';
import { useProgress } from './player-context.tsx';
import type { PlayerController } from './player-controller.ts';
import { isSounding, type PlayerSnapshot } from './player-state.ts';
import type { PlayerTrack } from './player-track.ts';
import { nextIndex } from './queue.ts';
import { QueueList } from './queue-list.tsx';
import { SleepButton } from './sleep-choice.tsx';
import { lineState, SeekLine } from './seek-line.tsx';
import { useShownTrack } from './use-shown-track.ts';

const HeartButton = lazyPart(() => import('../../components/track/heart.tsx').then((m) => m.HeartButton), 'invisible');
const ShareButton = lazyPart(
  () => import('../../components/share/share-button.tsx').then((m) => m.ShareButton),
  'invisible',
);
const TrackSpends = lazyPart(
  () => import('../../components/track/track-spends.tsx').then((m) => m.TrackSpends),
  'invisible',
);

interface NowPlayingProps {
  controller: PlayerController;
  snapshot: PlayerSnapshot;
  track: PlayerTrack;
  view: 'now-playing' | 'queue';
  onView: (view: 'now-playing' | 'queue') => void;
  onClose: () => void;
}

export function NowPlaying({ view, onView, onClose, ...parts }: NowPlayingProps) {
  const [firstView] = useState(view);
  const toPlayer = () => onView('now-playing');
  return (
    <Sheet title={view === 'queue' ? 'Queue' : 'Now playing'} kind="side" onClose={onClose}>
      {/* Back from the queue returns to the player, unless the sheet opened at the queue. */}
      {view === 'queue' && firstView !== 'queue' && <Layer onBack={toPlayer} />}
      {view === 'queue' ? (
        <QueueList controller={parts.controller} snapshot={parts.snapshot} onBack={toPlayer} onFollow={onClose} />
      ) : (
        <NowPlayingView {...parts} onQueue={() => onView('queue')} onClose={onClose} />
      )}
    </Sheet>
  );
}

type Parts = Pick<NowPlayingProps, 'controller' | 'snapshot' | 'track'>;

function NowPlayingView({
  controller,
  snapshot,
  track,
  onQueue,
  onClose,
}: Parts & { onQueue: () => void; onClose: () => void }) {
  const row = useTrack(track.id);
  const { title, artist, coverSrc } = useShownTrack(track);
  const sounding = isSounding(snapshot);
  const playSign = sounding ? Pause : Play;
  const hasOthers = nextIndex(snapshot.context.queue) !== null;
  const overCover = { bg: 'disc', color: 'disc.fg', _hover: { bg: 'disc' } } as const;
  return (
    <>
      <Box
        position="relative"
        flex="none"
        // WebKit would take the width from the limited height.
        width="100%"
        maxHeight="46svh"
        overflow="hidden"
        css={{ aspectRatio: '1 / .94', '& > div': { borderRadius: 0 } }}
      >
        <Cover src={coverSrc} coverSeed={track.id} px={400} eager />
        <Flex
          position="absolute"
          insetX="0"
          top="0"
          justify="space-between"
          p="max(10px, env(safe-area-inset-top)) 10px 0"
        >
          <IconButton label="Close player" onClick={onClose} {...overCover}>
            <Icon of={ChevronDown} size={24} />
          </IconButton>
          <SleepButton
            controller={controller}
            whenSet
            onClick={onQueue}
            {...overCover}
            height="44px"
            mr="auto"
            ml="8px"
          />
          <IconButton label="Queue" onClick={onQueue} {...overCover}>
            <Icon of={ListMusic} />
          </IconButton>
        </Flex>
      </Box>
      <Flex direction="column" flex="1" p="20px">
        <Flex gap="12px" align="flex-start">
          <Box flex="1" minWidth="0" textStyle="poster" lineClamp="2" overflowWrap="anywhere" pb=".08em" mb="-.08em">
            <TrackLink trackId={track.id} onFollow={onClose}>
              {title}
            </TrackLink>
          </Box>
          <Flex
            mt="-2px"
            gap="8px"
            css={{ '& > button': { boxShadow: 'inset 0 0 0 1.5px {colors.border.emphasized}' } }}
          >
            <HeartButton trackId={track.id} />
            <ShareButton trackId={track.id} />
          </Flex>
        </Flex>
        <Flex mt="9px" gap="8px" color="fg.muted" align="flex-start">
          <Flex flex="1" minWidth="0" minHeight="44px" gap="4px 12px" fontSize="16px" align="center" wrap="wrap">
            <PersonLink userId={track.userId} as="line" onFollow={onClose}>
              {artist}
            </PersonLink>
            {row && (
              <Box color="fg">
                <Rating average={row.average_vote_rating} votes={row.total_votes} />
              </Box>
            )}
          </Flex>
          {/* Beside the title, these buttons would leave no room for a long word. */}
          <IconButton label={texts.link.copy} onClick={() => void copyLink(`/track/${track.id}`)}>
            <Icon of={LinkSign} />
          </IconButton>
          <KeepButton trackId={track.id} />
        </Flex>
        <Box mt="20px">
          <SeekLine
            controller={controller}
            trackId={track.id}
            state={lineState(snapshot)}
            width={350}
            height={56}
            head={7}
            showsTick
          />
        </Box>
        <Times controller={controller} track={track} />
        <Flex justify="space-between" mx="-4px" mt="12px" align="center">
          <IconButton label="Back 10 seconds" width="52px" height="52px" onClick={() => controller.seekBy(-10)}>
            <Icon of={RotateCcw} size={28} />
            <Box position="absolute" fontSize="9px" fontWeight="700" aria-hidden>
              10
            </Box>
          </IconButton>
          <IconButton
            label="Previous"
            width="52px"
            height="52px"
            onClick={() => controller.send({ type: 'previous.requested' })}
          >
            <Icon of={SkipBack} size={28} filled />
          </IconButton>
          <IconButton
            label={sounding ? 'Pause' : 'Play'}
            width="72px"
            height="72px"
            bg="bg.inverted"
            color="fg.inverted"
            _hover={{ bg: 'bg.inverted' }}
            onClick={() => controller.send({ type: sounding ? 'pause.requested' : 'play.requested' })}
          >
            <Icon of={playSign} size={32} weight={1.5} filled />
          </IconButton>
          <IconButton
            label="Next"
            width="52px"
            height="52px"
            disabled={!hasOthers}
            onClick={() => controller.send({ type: 'next.requested' })}
          >
            <Icon of={SkipForward} size={28} filled />
          </IconButton>
          <IconButton label="Forward 10 seconds" width="52px" height="52px" onClick={() => controller.seekBy(10)}>
            <Icon of={RotateCw} size={28} />
            <Box position="absolute" fontSize="9px" fontWeight="700" aria-hidden>
              10
            </Box>
          </IconButton>
        </Flex>
        <Box mt="20px">
          <TrackSpends trackId={track.id} />
        </Box>
      </Flex>
    </>
  );
}

function Times({ controller, track }: { controller: PlayerController; track: PlayerTrack }) {
  const { positionS, durationS } = useProgress(controller);
  const earned = useLive(controller.earned) === track.id;
  const me = useMe();
  const { dailyPlayCap } = useRules();
  return (
    <Flex textStyle="meta" color="fg.muted" mt="6px" fontVariantNumeric="tabular-nums">
      <Box color="fg" fontWeight="600">
        {minutesAndSeconds(positionS)}
      </Box>
      <Flex flex="1" justify="center" align="center" gap="10px">
        {earned && (
          <Flex color="zap.fg" fontWeight="600" align="center" gap="4px">
            <Icon of={Zap} size={14} filled />
            +1 earned
          </Flex>
        )}
        {me?.balance && (
          <span>
            {Math.min(dailyPlayCap, me.playsToday)}/{dailyPlayCap} today
          </span>
        )}
      </Flex>
      <span>{minutesAndSeconds(durationS)}</span>
    </Flex>
  );
}
