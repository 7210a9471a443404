import { Box, chakra, Flex } from '@chakra-ui/react';
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  Check,
  ChevronDown,
  ListMusic,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
  X,
  Zap,
} from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import { DAILY_PLAY_CAP } from '../../../sync/model/rules.ts';
import { clock } from '../../lib/format.ts';
import { useLive, useMe, useSync, useTrack } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { Cover, Rating } from '../../ui/art.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Squiggle } from '../../ui/marks.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useProgress } from './player-context.tsx';
import type { PlayerEngine } from './player-engine.ts';
import { isSounding, type PlayerSnapshot } from './player-state.ts';
import type { PlayerTrack } from './player-track.ts';
import { nextIndex } from './queue.ts';
import { lineState, SeekLine } from './seek-line.tsx';

interface NowPlayingProps {
  engine: PlayerEngine;
  snapshot: PlayerSnapshot;
  track: PlayerTrack;
  view: 'now-playing' | 'queue';
  onView: (view: 'now-playing' | 'queue') => void;
  onClose: () => void;
}

/** The expanded player: a full sheet on phones, a panel at the right on desktop. */
export function NowPlaying({ view, onView, onClose, ...parts }: NowPlayingProps) {
  return (
    <Sheet open title={view === 'queue' ? 'Queue' : 'Now playing'} kind="side" onClose={onClose}>
      {view === 'queue' ? (
        <QueueList {...parts} onBack={() => onView('now-playing')} />
      ) : (
        <Playing {...parts} onQueue={() => onView('queue')} onClose={onClose} />
      )}
    </Sheet>
  );
}

type Parts = Pick<NowPlayingProps, 'engine' | 'snapshot' | 'track'>;

function Playing({ engine, snapshot, track, onQueue, onClose }: Parts & { onQueue: () => void; onClose: () => void }) {
  const row = useTrack(track.id);
  const sounding = isSounding(snapshot);
  const PlayIcon = sounding ? Pause : Play;
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
        <Cover src={track.coverSrc} eager iconSize={64} />
        <Flex
          position="absolute"
          insetX="0"
          top="0"
          justify="space-between"
          p="max(10px, env(safe-area-inset-top)) 10px 0"
        >
          <IconButton label="Close player" onClick={onClose} {...overCover}>
            <ChevronDown size={24} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label="Queue" onClick={onQueue} {...overCover}>
            <ListMusic size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Flex>
      </Box>
      <Flex direction="column" flex="1" p="20px">
        <Flex gap="12px" align="flex-start">
          <Box flex="1" minWidth="0">
            <Box textStyle="poster" lineClamp="2" overflowWrap="anywhere" pb=".12em" mb="-.12em">
              {track.title || texts.player.untitled}
            </Box>
            <Flex mt="9px" gap="12px" fontSize="16px" color="fg.muted" align="center" wrap="wrap">
              {track.artistName || texts.player.unknownArtist}
              {row && (
                <Box color="fg">
                  <Rating average={row.average_vote_rating} votes={row.total_votes} />
                </Box>
              )}
            </Flex>
          </Box>
          <KeepButton trackId={track.id} />
        </Flex>
        <Box mt="20px">
          <SeekLine
            engine={engine}
            trackId={track.id}
            state={lineState(snapshot)}
            width={350}
            height={56}
            head={7}
            showsTick
          />
        </Box>
        <Times engine={engine} track={track} />
        <Flex justify="space-between" mx="-4px" mt="12px" align="center">
          <IconButton label="Back 10 seconds" width="52px" height="52px" onClick={() => engine.seekBy(-10)}>
            <RotateCcw size={28} strokeWidth={1.75} aria-hidden />
            <Box position="absolute" fontSize="9px" fontWeight="700" aria-hidden>
              10
            </Box>
          </IconButton>
          <IconButton
            label="Previous"
            width="52px"
            height="52px"
            onClick={() => engine.send({ type: 'previous.requested' })}
          >
            <SkipBack size={28} fill="currentColor" strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton
            label={sounding ? 'Pause' : 'Play'}
            width="72px"
            height="72px"
            bg="bg.inverted"
            color="fg.inverted"
            _hover={{ bg: 'bg.inverted' }}
            onClick={() => engine.send({ type: sounding ? 'pause.requested' : 'play.requested' })}
          >
            <PlayIcon size={32} fill="currentColor" strokeWidth={1.5} aria-hidden />
          </IconButton>
          <IconButton
            label="Next"
            width="52px"
            height="52px"
            disabled={!hasOthers}
            onClick={() => engine.send({ type: 'next.requested' })}
          >
            <SkipForward size={28} fill="currentColor" strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label="Forward 10 seconds" width="52px" height="52px" onClick={() => engine.seekBy(10)}>
            <RotateCw size={28} strokeWidth={1.75} aria-hidden />
            <Box position="absolute" fontSize="9px" fontWeight="700" aria-hidden>
              10
            </Box>
          </IconButton>
        </Flex>
      </Flex>
    </>
  );
}

function Times({ engine, track }: { engine: PlayerEngine; track: PlayerTrack }) {
  const { positionS, durationS } = useProgress(engine);
  const earned = useSyncExternalStore(engine.earned.subscribe, engine.earned.get) === track.id;
  const me = useMe();
  return (
    <Flex textStyle="meta" color="fg.muted" mt="6px" fontVariantNumeric="tabular-nums">
      <Box color="fg" fontWeight="600">
        {clock(positionS)}
      </Box>
      <Flex flex="1" justify="center" align="center" gap="10px">
        {earned && (
          <Flex color="zap.fg" fontWeight="600" align="center" gap="4px">
            <Zap size={14} fill="currentColor" aria-hidden />
            +1 earned
          </Flex>
        )}
        {me && (
          <span>
            {Math.min(DAILY_PLAY_CAP, me.playsToday)}/{DAILY_PLAY_CAP} today
          </span>
        )}
      </Flex>
      <span>{clock(durationS)}</span>
    </Flex>
  );
}

/** Keeps the track on the device, or takes it off again (S-34). */
function KeepButton({ trackId }: { trackId: string }) {
  const sync = useSync();
  const state = useLive(sync.kept.states).get(trackId);
  if (state?.kind === 'fetching') {
    const percent = state.totalBytes ? Math.round((state.receivedBytes / state.totalBytes) * 100) : null;
    return (
      <Flex
        width="44px"
        height="44px"
        align="center"
        justify="center"
        direction="column"
        role="status"
        aria-label={percent === null ? 'Saving' : `Saving, ${percent} percent`}
      >
        <Squiggle label={null} />
      </Flex>
    );
  }
  const kept = state?.kind === 'kept' && state.asked;
  const Icon = kept ? Check : ArrowDownToLine;
  return (
    <IconButton
      label={kept ? 'Saved on this device. Remove' : 'Save on this device'}
      aria-pressed={kept}
      boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}"
      onClick={() => void (kept ? sync.kept.remove(trackId) : sync.kept.keep(trackId))}
      mt="-2px"
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

function QueueList({ engine, snapshot, onBack }: Parts & { onBack: () => void }) {
  const { tracks, index } = snapshot.context.queue;
  const total = useMemo(() => tracks.reduce((sum, track) => sum + track.durationMs, 0), [tracks]);
  return (
    <Flex direction="column" minHeight="0" flex="1">
      <Flex align="center" gap="8px" p="max(10px, env(safe-area-inset-top)) 10px 10px">
        <IconButton label="Back to player" onClick={onBack}>
          <ChevronDown size={24} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <Box textStyle="h1" flex="1">
          Queue
        </Box>
        <Box textStyle="meta" color="fg.muted" pr="10px" fontVariantNumeric="tabular-nums">
          {tracks.length} · {clock(total / 1000)}
        </Box>
      </Flex>
      <chakra.ol listStyleType="none" overflowY="auto" flex="1" px="16px" pb="20px">
        {tracks.map((track, i) => (
          <Flex
            as="li"
            key={`${track.id}-${i}`}
            align="center"
            gap="12px"
            minHeight="64px"
            {...(i === index ? { 'aria-current': true } : {})}
          >
            <Box width="48px" flex="none">
              <Cover src={track.coverSrc} iconSize={18} />
            </Box>
            <chakra.button
              type="button"
              flex="1"
              minWidth="0"
              minHeight="48px"
              textAlign="left"
              cursor="pointer"
              onClick={() => engine.send({ type: 'queue.jumped', index: i })}
              aria-label={`Play ${track.title}`}
            >
              <Box textStyle="title" truncate color={i === index ? 'fg' : 'fg.muted'}>
                {track.title || texts.player.untitled}
              </Box>
              <Box textStyle="meta" color="fg.muted" truncate>
                {track.artistName || texts.player.unknownArtist}
              </Box>
            </chakra.button>
            <IconButton
              label={`Move ${track.title} up`}
              disabled={i === 0}
              onClick={() => engine.send({ type: 'queue.moved', from: i, to: i - 1 })}
            >
              <ArrowUp size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${track.title} down`}
              disabled={i === tracks.length - 1}
              onClick={() => engine.send({ type: 'queue.moved', from: i, to: i + 1 })}
            >
              <ArrowDown size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
            <IconButton
              label={`Remove ${track.title}`}
              disabled={i === index}
              onClick={() => engine.send({ type: 'queue.removed', index: i })}
            >
              <X size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </Flex>
        ))}
      </chakra.ol>
      {tracks.length < 2 && (
        <Box p="16px" textAlign="center" color="fg.muted">
          <Box mb="12px">Play a track from Explore to fill the queue.</Box>
          <Button look="outline" onClick={onBack}>
            Back to player
          </Button>
        </Box>
      )}
    </Flex>
  );
}
