import { useMemo } from 'react';
import { keptProgress } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { bytes } from '../../platform/format.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { plural, texts } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { focusHeading } from '../../design/focus-heading.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { ProgressLine } from '../../design/progress-line.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { WindowedList } from '../../design/windowed-list.tsx';
import { KeptRow, type KeptEntry } from './kept-row.tsx';
import { keptTexts } from './kept-texts.ts';
import { useTracks } from './use-tracks.ts';

/** Typical height of a row, in px. */
const ROW_PX = 76;

type Item =
  | { kind: 'artist'; key: string; name: string; trackIds: readonly string[] }
  | { kind: 'track'; key: string; entry: KeptEntry; isFirst: boolean };

const keyOf = ({ key }: Item) => key;

/** For buttons outside of the list that disappear when pressed: the focus moves to the heading. */
function change(work: Promise<unknown>): void {
  toastOnError(work);
  focusHeading();
}

export function KeptList({ now }: { now: number }) {
  const scope = useScope();
  const states = useLive(scope.kept.states);
  const tracksRead = useTracks([...states.keys()]);
  const tracks = useMemo(
    () => new Map((tracksRead.kind === 'loaded' ? tracksRead.value : []).map((track) => [track.id, track])),
    [tracksRead],
  );
  const entries = [...states].map(([trackId, state]): KeptEntry => {
    const track = tracks.get(trackId) ?? null;
    return { trackId, state, track };
  });
  const played = entries.flatMap(({ trackId, state }) => (state.kind === 'kept' && !state.asked ? [trackId] : []));
  const items = itemsOf(byArtist(entries));
  if (entries.length === 0) return <EmptyState {...keptTexts.nothing} />;
  return (
    <>
      {tracksRead.kind === 'failed' && <FailedState title={texts.readFailed} onRetry={tracksRead.retry} />}
      <Summary entries={entries} />
      {played.length > 0 && (
        <Flex justify="flex-end" mb="8px">
          <Button variant="quiet" size="sm" onClick={() => change(scope.kept.removeAll(played))}>
            {keptTexts.removePlayed(played.length)}
          </Button>
        </Flex>
      )}
      <WindowedList label={texts.pages.kept} items={items} keyOf={keyOf} rowHeight={ROW_PX}>
        {(item) =>
          item.kind === 'artist' ? (
            <ArtistHead name={item.name} trackIds={item.trackIds} />
          ) : (
            <KeptRow entry={item.entry} hasLine={!item.isFirst} now={now} />
          )
        }
      </WindowedList>
    </>
  );
}

function ArtistHead({ name, trackIds }: { name: string; trackIds: readonly string[] }) {
  const scope = useScope();
  return (
    <Flex align="center" gap="8px 16px" wrap="wrap" pt="16px">
      <Box dir="auto" flex="1" textStyle="small" color="fg.muted">
        {name}
      </Box>
      <Button
        variant="plain"
        size="sm"
        aria-label={keptTexts.removeArtist(trackIds.length, name)}
        onClick={() => toastOnError(scope.kept.removeAll(trackIds))}
      >
        {keptTexts.removeSome(trackIds.length)}
      </Button>
    </Flex>
  );
}

function Summary({ entries }: { entries: readonly KeptEntry[] }) {
  const scope = useScope();
  const states = useLive(scope.kept.states);
  const progress = keptProgress(
    states,
    entries.map(({ trackId, track }) => ({ id: trackId, audio_bytes: track?.audio_bytes ?? 0 })),
  );
  const keptCount = entries.filter(({ state }) => state.kind === 'kept').length;
  const isComplete = progress.pending === 0 && progress.failed === 0;
  const share = progress.totalBytes === 0 ? 0 : progress.bytes / progress.totalBytes;
  return (
    <Box mb="8px">
      <Flex align="center" gap="8px 16px" wrap="wrap">
        <Box color="fg.muted" flex="1" fontVariantNumeric="tabular-nums">
          {isComplete
            ? `${keptCount} ${plural(keptCount, 'track')}, ${bytes(progress.bytes)}`
            : keptTexts.keptSoFar(keptCount, progress.tracks, bytes(progress.bytes), bytes(progress.totalBytes))}
        </Box>
        {progress.pending > 0 && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => change(scope.kept.cancelAll(entries.map(({ trackId }) => trackId)))}
          >
            {keptTexts.stopKeeping}
          </Button>
        )}
      </Flex>
      {progress.pending > 0 && (
        <ProgressBar label={keptTexts.keeping} value={Math.round(share * 100)}>
          <ProgressLine seed="kept" share={share} />
        </ProgressBar>
      )}
    </Box>
  );
}

function byArtist(entries: readonly KeptEntry[]) {
  const usedAt = ({ state }: KeptEntry) => (state.kind === 'kept' ? state.usedAt : Infinity);
  const groups = new Map<string, { key: string; name: string; group: KeptEntry[] }>();
  for (const entry of [...entries].sort((a, b) => (usedAt(a) === usedAt(b) ? 0 : usedAt(b) - usedAt(a)))) {
    const key = entry.track?.user_id ?? '';
    const name = entry.track?.artist_name || trackWords.unknownArtist;
    const artistGroup = groups.get(key) ?? { key, name, group: [] };
    groups.set(key, artistGroup);
    artistGroup.group.push(entry);
  }
  return [...groups.values()];
}

/** The tracks by artist. An artist of one track has no heading. */
function itemsOf(groups: ReturnType<typeof byArtist>): readonly Item[] {
  return groups.flatMap(({ key, name, group }): Item[] => {
    const rows = group.map((entry, at): Item => ({ kind: 'track', key: entry.trackId, entry, isFirst: at === 0 }));
    const trackIds = group.map(({ trackId }) => trackId);
    return group.length > 1 ? [{ kind: 'artist', key: `artist ${key}`, name, trackIds }, ...rows] : rows;
  });
}
