import { ChevronDown, ListPlus, ListX, X } from 'lucide';
import { memo, useMemo, useState } from 'react';
import { minutesAndSeconds } from '../../platform/format.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { Cover } from '../../design/art.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { KeepAllButton } from './keep-button.tsx';
import type { PlayerController } from './player-controller.ts';
import type { PlayerSnapshot } from './player-state.ts';
import { type PlayerTrack, shownTrack } from './player-track.ts';
import { QueueModes } from './queue-modes.tsx';
import { queueTexts } from './queue-texts.ts';
import { firstPickedIndex } from './queue.ts';
import { useShownTrack } from './use-shown-track.ts';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { LiftRow, liftWords } from '../../design/lift-row.tsx';
import { type LiftedRow, useLift } from '../../design/use-lift.ts';
import { WindowedPane } from '../../design/windowed-pane.tsx';
import { playlistTexts } from '../../components/track/playlist/playlist-texts.ts';
import { TrackLink } from '../../components/track/track-link.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';

const AddToPlaylist = lazyPart(
  () => import('../../components/track/playlist/add-to-playlist.tsx').then((m) => m.AddToPlaylist),
  'overlay',
);

const ROW_PX = 64;

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
  const [announcement, announce] = useState('');
  /** The button whose press asked for the playlists. */
  const [adding, setAdding] = useState<HTMLElement | null>(null);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const { lift, rowOf, listProps } = useLift({
    keys,
    isPane: true,
    onDrop: (key, to) => controller.send({ type: 'queue.moved', from: keys.indexOf(key), to }),
    onChange(kind, key, index) {
      const track = tracks[keys.indexOf(key)];
      if (!track) return;
      announce(liftWords(kind, shownTrack(track, scope.track(track.id).get()).title, index, keys.length));
    },
  });
  const firstPicked = firstPickedIndex(tracks);

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
          <IconButton
            label={playlistTexts.add}
            disabled={tracks.length === 0}
            onClick={({ currentTarget }) => setAdding(currentTarget)}
          >
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
      {adding && (
        <AddToPlaylist
          title={playlistTexts.queue}
          meta={playlistTexts.count(tracks.length)}
          trackIds={tracks.map(({ id }) => id)}
          anchor={adding}
          onClose={() => setAdding(null)}
        />
      )}
      <QueueModes controller={controller} queue={snapshot.context.queue} onAnnounce={announce} />
      <Box role="status" position="absolute" width="1px" height="1px" overflow="hidden" clipPath="inset(50%)">
        {announcement}
      </Box>
      <WindowedPane
        label={queueTexts.list}
        items={rows}
        keyOf={keyOf}
        rowHeight={ROW_PX}
        firstRow={Math.max(0, index - 1)}
        currentKey={keys[index] ?? null}
        pinnedKey={lift?.key ?? null}
        pane={{ ...listProps, style: { padding: '0 16px 20px' } }}
      >
        {({ track, key }, { row }) => (
          <QueueRow
            rowKey={key}
            {...rowOf(key)}
            index={row}
            track={track}
            isCurrent={row === index}
            isFirstPicked={row === firstPicked}
            controller={controller}
            onFollow={onFollow}
          />
        )}
      </WindowedPane>
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

interface QueueRowProps extends LiftedRow {
  rowKey: string;
  index: number;
  track: PlayerTrack;
  isCurrent: boolean;
  /** Whether this is the first of the tracks that the player picked. */
  isFirstPicked: boolean;
  controller: PlayerController;
  onFollow: () => void;
}

/** Memoized: each place that a lifted row passes renders the list again, but changes only two rows. */
const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { index, track, isCurrent, isFirstPicked, controller, onFollow, ...row } = props;
  const { title, artist, coverSrc } = useShownTrack(track);
  const isKept = useLive(useScope().kept.states).get(track.id)?.kind === 'kept';
  const isLifted = row.lifted !== null;
  return (
    <>
      {isFirstPicked && !isLifted && (
        // In the gap between two rows, so that all rows are equally high.
        <Flex position="absolute" insetX="0" top="-6px" align="center" gap="8px" textStyle="label" color="fg.muted">
          {queueTexts.upNext}
          <Box flex="1" height="1px" bg="border" />
        </Flex>
      )}
      <LiftRow name={title} {...row}>
        <Flex align="center" gap="12px" height={`${ROW_PX}px`}>
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
            onClick={() => controller.send({ type: 'queue.jumped', index })}
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
          <IconButton
            label={`Remove ${title}`}
            color="fg.muted"
            onClick={() => controller.send({ type: 'queue.removed', index })}
          >
            <Icon of={X} size={18} />
          </IconButton>
        </Flex>
      </LiftRow>
    </>
  );
});

const keyOf = ({ key }: { key: string }) => key;

/** A track may be in the queue twice. Keys number its occurrences, so that a moved row keeps its focus. */
function withKeys(tracks: readonly PlayerTrack[]): { track: PlayerTrack; key: string }[] {
  const counts = new Map<string, number>();
  return tracks.map((track) => {
    const nth = counts.get(track.id) ?? 0;
    counts.set(track.id, nth + 1);
    return { track, key: `${track.id}/${nth}` };
  });
}
