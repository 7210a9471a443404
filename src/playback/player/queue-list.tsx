import { ArrowDown, ArrowUp, ChevronDown, GripVertical, ListPlus, ListX, X } from 'lucide';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { minutesAndSeconds } from '../../platform/format.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { Cover } from '../../design/art.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { KeepAllButton } from './keep-button.tsx';
import type { PlayerController } from './player-controller.ts';
import type { PlayerSnapshot } from './player-state.ts';
import { type PlayerTrack, shownTrack } from './player-track.ts';
import { QueueModes } from './queue-modes.tsx';
import { ROW_PX, useRowDrag } from './use-row-drag.ts';
import { queueTexts } from './queue-texts.ts';
import { useShownTrack } from './use-shown-track.ts';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { playlistTexts } from '../../components/track/playlist/playlist-texts.ts';
import { TrackLink } from '../../components/track/track-link.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';

const AddToPlaylist = lazyPart(
  () => import('../../components/track/playlist/add-to-playlist.tsx').then((m) => m.AddToPlaylist),
  'overlay',
);

interface QueueListProps {
  controller: PlayerController;
  snapshot: PlayerSnapshot;
  onBack: () => void;
  onFollow: () => void;
}

export function QueueList({ controller, snapshot, onBack, onFollow }: QueueListProps) {
  const { tracks, index } = snapshot.context.queue;
  const scope = useScope();
  const total = useMemo(() => tracks.reduce((sum, track) => sum + track.durationMs, 0), [tracks]);
  const rows = useMemo(() => withKeys(tracks), [tracks]);
  const [opened, setOpened] = useState<string | null>(null);
  const [announcement, announce] = useState('');
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number) => {
    const moved = tracks[from];
    if (!moved || to < 0 || to >= tracks.length || from === to) return;
    controller.send({ type: 'queue.moved', from, to });
    announce(queueTexts.movedTo(shownTrack(moved, scope.track(moved.id).get()).title, to + 1, tracks.length));
  };
  const drag = useRowDrag(list, tracks.length, move);

  return (
    <Flex direction="column" minHeight="0" flex="1">
      <Flex align="center" gap="2px" p="max(10px, env(safe-area-inset-top)) 10px 10px">
        <IconButton label="Back to player" onClick={onBack}>
          <Icon of={ChevronDown} size={24} />
        </IconButton>
        <Box flex="1" minWidth="0" pl="6px">
          <Box textStyle="h1">Queue</Box>
          <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
            {tracks.length} · {minutesAndSeconds(total / 1000)}
          </Box>
        </Box>
        {scope.userId !== null && (
          <IconButton label={playlistTexts.add} disabled={tracks.length === 0} onClick={() => setAdding(true)}>
            <Icon of={ListPlus} size={22} />
          </IconButton>
        )}
        <KeepAllButton tracks={tracks} label={queueTexts.keepQueue} />
        <IconButton
          label={queueTexts.clearQueue}
          disabled={tracks.length < 2}
          onClick={() => controller.send({ type: 'queue.cleared' })}
        >
          <Icon of={ListX} size={22} />
        </IconButton>
      </Flex>
      {isAdding && (
        <AddToPlaylist
          title={playlistTexts.queue}
          meta={playlistTexts.count(tracks.length)}
          trackIds={tracks.map(({ id }) => id)}
          onClose={() => setAdding(false)}
        />
      )}
      <QueueModes controller={controller} queue={snapshot.context.queue} onAnnounce={announce} />
      <Box role="status" position="absolute" width="1px" height="1px" overflow="hidden" clipPath="inset(50%)">
        {announcement}
      </Box>
      <styled.ol
        ref={list}
        listStyleType="none"
        overflowY="auto"
        overscrollBehavior="contain"
        flex="1"
        px="16px"
        pb="20px"
        position="relative"
      >
        {rows.map(({ track, key }, i) => (
          <QueueRow
            key={key}
            track={track}
            isCurrent={i === index}
            isFirstPicked={Boolean(track.isPicked) && !tracks[i - 1]?.isPicked}
            isOpen={opened === key}
            isDragged={drag.from === i}
            shiftPx={drag.shiftOf(i)}
            onFollow={onFollow}
            onJump={() => controller.send({ type: 'queue.jumped', index: i })}
            onRemove={() => controller.send({ type: 'queue.removed', index: i })}
            onUp={i > 0 ? () => move(i, i - 1) : null}
            onDown={i < tracks.length - 1 ? () => move(i, i + 1) : null}
            handle={{
              ...drag.handleOf(i, () => setOpened(opened === key ? null : key)),
              onKeyDown: (event) => {
                const to = { ArrowUp: i - 1, ArrowDown: i + 1, Home: 0, End: tracks.length - 1 }[event.key];
                if (to === undefined) return;
                event.preventDefault();
                move(i, to);
              },
            }}
          />
        ))}
      </styled.ol>
      {tracks.length < 2 && (
        <Box p="16px" textAlign="center" color="fg.muted">
          <Box mb="12px">{queueTexts.shortQueue}</Box>
          <Button variant="outline" onClick={onBack}>
            Back to player
          </Button>
        </Box>
      )}
    </Flex>
  );
}

interface QueueRowProps {
  track: PlayerTrack;
  isCurrent: boolean;
  /** Whether the player went on here by itself. */
  isFirstPicked: boolean;
  /** Whether the two move buttons are shown, for people who can neither drag nor press keys. */
  isOpen: boolean;
  isDragged: boolean;
  shiftPx: number;
  onFollow: () => void;
  onJump: () => void;
  onRemove: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  handle: ReturnType<ReturnType<typeof useRowDrag>['handleOf']> & { onKeyDown: (event: KeyboardEvent) => void };
}

function QueueRow({
  track,
  isCurrent,
  isFirstPicked,
  isOpen,
  isDragged,
  shiftPx,
  onFollow,
  onJump,
  onRemove,
  onUp,
  onDown,
  handle,
}: QueueRowProps) {
  const { title, artist, coverSrc } = useShownTrack(track);
  const isKept = useLive(useScope().kept.states).get(track.id)?.kind === 'kept';
  return (
    <Flex
      as="li"
      align="center"
      gap="12px"
      height={`${ROW_PX}px`}
      position="relative"
      zIndex={isDragged ? 1 : 0}
      bg={isDragged ? 'bg.muted' : undefined}
      borderRadius="12px"
      style={{ transform: shiftPx === 0 ? 'none' : `translateY(${shiftPx}px)` }}
      transition={isDragged ? 'none' : 'transform 140ms'}
      {...(isCurrent ? { 'aria-current': true } : {})}
    >
      {isFirstPicked && !isDragged && (
        // In the gap between two rows: all rows must be equally high.
        <Flex position="absolute" insetX="0" top="-6px" align="center" gap="8px" textStyle="label" color="fg.muted">
          {queueTexts.upNext}
          <Box flex="1" height="1px" bg="border" />
        </Flex>
      )}
      <Box width="48px" flex="none">
        <TrackLink trackId={track.id} label={queueTexts.openTrack(title)} onFollow={onFollow}>
          <Cover src={coverSrc} coverSeed={track.id} px={48} />
        </TrackLink>
      </Box>
      <styled.button
        type="button"
        flex="1"
        minWidth="0"
        minHeight="48px"
        textAlign="left"
        cursor="pointer"
        onClick={onJump}
        aria-label={`Play ${title}`}
      >
        <Box textStyle="title" truncate color={isCurrent ? 'fg' : 'fg.muted'}>
          {title}
        </Box>
        <Box textStyle="meta" color="fg.muted" truncate>
          {artist}
          {isKept && ` · ${queueTexts.keptWord}`}
        </Box>
      </styled.button>
      <Flex mr="-6px">
        {isOpen && (
          <>
            <IconButton label={`Move ${title} up`} disabled={onUp === null} onClick={() => onUp?.()}>
              <Icon of={ArrowUp} size={18} />
            </IconButton>
            <IconButton label={`Move ${title} down`} disabled={onDown === null} onClick={() => onDown?.()}>
              <Icon of={ArrowDown} size={18} />
            </IconButton>
          </>
        )}
        <IconButton label={`Remove ${title}`} color="fg.muted" onClick={onRemove}>
          <Icon of={X} size={18} />
        </IconButton>
        <IconButton
          label={`Reorder ${title}`}
          aria-description={queueTexts.reorderKeys}
          aria-expanded={isOpen}
          color="fg.muted"
          cursor="grab"
          touchAction="none"
          {...handle}
        >
          <Icon of={GripVertical} size={18} />
        </IconButton>
      </Flex>
    </Flex>
  );
}

/** A track may be in the queue twice. Keys number its occurrences, so that a moved row keeps its focus. */
function withKeys(tracks: readonly PlayerTrack[]): { track: PlayerTrack; key: string }[] {
  const counts = new Map<string, number>();
  return tracks.map((track) => {
    const nth = counts.get(track.id) ?? 0;
    counts.set(track.id, nth + 1);
    return { track, key: `${track.id}/${nth}` };
  });
}
