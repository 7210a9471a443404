import { ListMusic, SkipBack, SkipForward, Zap } from 'lucide';
import { useState } from 'react';
import { controlKey } from '../../boot/contract.ts';
import { minutesAndSeconds } from '../../platform/format.ts';
import { useMe, useRules } from '../../engine/live.ts';
import { useIsDesktop, useKeyboardOpen } from '../../platform/viewport.ts';
import { usePlayingTitle } from '../../platform/window-title.ts';
import { Cover } from '../../design/art.tsx';
import { overEdges } from '../../design/edges.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { useShortcutKeys } from '../../design/shortcut-keys.ts';
import { PersonLink } from '../../components/person/person-link.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { MuteButton, VolumeSlider } from '../output/volume-controls.tsx';
import { ArtButton } from '../art-button.tsx';
import { usePlayerApi, usePlayerSnapshot, useProgress } from './player-context.tsx';
import type { PlayerController } from './player-controller.ts';
import { isUnreachable, isSounding, type PlayerSnapshot, stateOf } from './player-state.ts';
import type { PlayerTrack, ShownTrack } from './player-track.ts';
import { currentOf, nextIndex } from './queue.ts';
import { lineState, SeekLine } from './seek-line.tsx';
import { playerKeys } from './player-keys.ts';
import { useShownTrack } from './use-shown-track.ts';
import { texts } from '../../platform/texts.ts';

const BlockedOverlay = lazyPart(
  () => import('../../design/blocked-overlay.tsx').then((m) => m.BlockedOverlay),
  'invisible',
);
const NowPlaying = lazyPart(() => import('./now-playing.tsx').then((m) => m.NowPlaying), 'overlay');
const HeartButton = lazyPart(() => import('../../components/track/heart.tsx').then((m) => m.HeartButton), 'invisible');
const ShareButton = lazyPart(
  () => import('../../components/share/share-button.tsx').then((m) => m.ShareButton),
  'invisible',
);
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx').then((m) => m.ShortcutSheet), 'overlay');

export function PlayerBar() {
  const { controller } = usePlayerApi();
  const snapshot = usePlayerSnapshot();
  const [open, setOpen] = useState<'now-playing' | 'queue' | 'shortcuts' | null>(null);
  const track = snapshot ? currentOf(snapshot.context.queue) : null;
  // Close the sheet, so that the next track does not reopen it.
  if (!track && (open === 'now-playing' || open === 'queue')) setOpen(null);
  useShortcutKeys(() => ({ ...(controller && playerKeys(controller)), '?': () => setOpen('shortcuts') }));
  const shortcuts = open === 'shortcuts' && <ShortcutSheet onClose={() => setOpen(null)} />;
  if (!controller || !snapshot || !track) return shortcuts;

  return (
    <>
      <Bar controller={controller} snapshot={snapshot} track={track} onOpen={setOpen} />
      {(open === 'now-playing' || open === 'queue') && (
        <NowPlaying
          controller={controller}
          snapshot={snapshot}
          track={track}
          view={open}
          onView={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
      {shortcuts}
    </>
  );
}

interface BarProps {
  controller: PlayerController;
  snapshot: PlayerSnapshot;
  track: PlayerTrack;
  onOpen: (what: 'now-playing' | 'queue') => void;
}

function Bar(props: BarProps) {
  const { controller, snapshot, track } = props;
  const isDesktop = useIsDesktop();
  const keyboardOpen = useKeyboardOpen();
  const shown = useShownTrack(track);
  usePlayingTitle(isSounding(snapshot) ? `${shown.title}, ${shown.artist}` : null);
  return (
    <styled.section
      aria-label="Player"
      data-state={stateOf(snapshot)}
      hidden={keyboardOpen}
      position="relative"
      {...overEdges}
      pb="var(--below-bar)"
      zIndex="player"
      bg="bg.panel"
      color="fg"
      borderTop="1px solid"
      borderColor="border"
    >
      {isDesktop ? <FullBar {...props} shown={shown} /> : <MiniBar {...props} shown={shown} />}
      {snapshot.matches('blocked') && <BlockedOverlay onTap={() => controller.send({ type: 'play.requested' })} />}
    </styled.section>
  );
}

interface BarPartProps extends BarProps {
  shown: ShownTrack;
}

function toggle(controller: PlayerController, snapshot: PlayerSnapshot): void {
  controller.send({ type: isSounding(snapshot) ? 'pause.requested' : 'play.requested' });
}

function CoverToggle({ controller, snapshot, track, shown, size }: BarPartProps & { size: number }) {
  return (
    <Box position="relative" width={`${size}px`} flex="none">
      <Cover src={shown.coverSrc} coverSeed={track.id} px={size} eager />
      <ArtButton
        isPause={isSounding(snapshot)}
        onPress={() => toggle(controller, snapshot)}
        controlId="player toggle"
      />
    </Box>
  );
}

function ArtistLine({ snapshot, track, shown, isLink }: BarPartProps & { isLink: boolean }) {
  return (
    <Box textStyle="meta" color="fg.muted" truncate>
      {isUnreachable(snapshot) ? (
        texts.sync.silent
      ) : isLink ? (
        <PersonLink userId={track.userId} as="line">
          {shown.artist}
        </PersonLink>
      ) : (
        shown.artist
      )}
    </Box>
  );
}

function MiniBar(parts: BarPartProps) {
  const { controller, snapshot, track, shown, onOpen } = parts;
  const { positionS, durationS } = useProgress(controller);
  return (
    <Flex height="80px" align="center" gap="12px" p="22px 16px 8px" position="relative">
      <Box position="absolute" left="0" right="0" top="0">
        <SeekLine
          controller={controller}
          trackId={track.id}
          state={lineState(snapshot)}
          width={390}
          height={22}
          head={5}
        />
      </Box>
      <CoverToggle {...parts} size={48} />
      <styled.button
        type="button"
        {...controlKey('player open')}
        aria-label={`Open player, ${shown.title}`}
        onClick={() => onOpen('now-playing')}
        display="flex"
        flex="1"
        minWidth="0"
        height="48px"
        alignItems="center"
        gap="12px"
        textAlign="left"
        cursor="pointer"
      >
        <Box flex="1" minWidth="0">
          <Box textStyle="title" truncate>
            {shown.title}
          </Box>
          <ArtistLine {...parts} isLink={false} />
        </Box>
        <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums" flex="none">
          {minutesAndSeconds(positionS)} / {minutesAndSeconds(durationS)}
        </Box>
      </styled.button>
      <Box mr="-12px" _empty={{ display: 'none' }}>
        <ShareButton trackId={track.id} />
      </Box>
    </Flex>
  );
}

function FullBar(parts: BarPartProps) {
  const { controller, snapshot, track, shown, onOpen } = parts;
  const { positionS, durationS } = useProgress(controller);
  const hasOthers = nextIndex(snapshot.context.queue) !== null;
  return (
    <Box display="grid" gridTemplateColumns="320px 1fr 390px" gap="28px" height="88px" alignItems="center" px="40px">
      <Flex align="center" gap="14px" minWidth="0">
        <CoverToggle {...parts} size={60} />
        <Box minWidth="0">
          <styled.button
            type="button"
            {...controlKey('player open')}
            aria-label={`Open player, ${shown.title}`}
            onClick={() => onOpen('now-playing')}
            display="block"
            maxWidth="100%"
            textStyle="title"
            truncate
            cursor="pointer"
          >
            {shown.title}
          </styled.button>
          <ArtistLine {...parts} isLink />
        </Box>
        <Flex ml="auto">
          <HeartButton trackId={track.id} />
          <ShareButton trackId={track.id} />
        </Flex>
      </Flex>
      <Flex align="center" gap="8px" minWidth="0">
        <IconButton label="Previous" onClick={() => controller.send({ type: 'previous.requested' })}>
          <Icon of={SkipBack} filled />
        </IconButton>
        <IconButton label="Next" disabled={!hasOthers} onClick={() => controller.send({ type: 'next.requested' })}>
          <Icon of={SkipForward} filled />
        </IconButton>
        <Box textStyle="meta" fontVariantNumeric="tabular-nums" color="fg.muted" minWidth="34px" textAlign="right">
          {minutesAndSeconds(positionS)}
        </Box>
        <Box flex="1" minWidth="0">
          <SeekLine
            controller={controller}
            trackId={track.id}
            state={lineState(snapshot)}
            width={420}
            height={44}
            head={6}
            showsTick
          />
        </Box>
        <Box textStyle="meta" fontVariantNumeric="tabular-nums" color="fg.muted" minWidth="34px">
          {minutesAndSeconds(durationS)}
        </Box>
      </Flex>
      <Flex align="center" justify="flex-end" gap="10px">
        <PlaysToday />
        <IconButton label="Queue" onClick={() => onOpen('queue')}>
          <Icon of={ListMusic} />
        </IconButton>
        <Flex align="center" gap="4px">
          <MuteButton volume={controller.volume} />
          <VolumeSlider volume={controller.volume} width="110px" restColor="{colors.bg.emphasized}" />
        </Flex>
      </Flex>
    </Box>
  );
}

function PlaysToday() {
  const me = useMe();
  const { dailyPlayCap } = useRules();
  if (!me?.balance) return null;
  return (
    <Flex align="center" gap="6px" textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
      <Box color="zap.fg">
        <Icon of={Zap} size={16} filled />
      </Box>
      {Math.min(dailyPlayCap, me.playsToday)}/{dailyPlayCap} plays today
    </Flex>
  );
}
