import { useCallback, useMemo } from 'react';
import { keptProgress } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { bytes } from '../../platform/format.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { plural, texts } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useRead } from '../../platform/use-read.ts';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { List } from '../../design/list-row.tsx';
import { ProgressLine } from '../../design/progress-line.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { KeptRow, type KeptEntry } from './kept-row.tsx';
import { keptTexts } from './kept-texts.ts';

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
  if (entries.length === 0) return <EmptyState {...keptTexts.nothing} />;
  return (
    <>
      {tracksRead.kind === 'failed' && <FailedState title={texts.readFailed} onRetry={tracksRead.retry} />}
      <Summary entries={entries} />
      {played.length > 0 && (
        <Flex justify="flex-end" mb="8px">
          <Button variant="quiet" size="sm" onClick={() => toastOnError(scope.kept.removeAll(played))}>
            {keptTexts.removePlayed(played.length)}
          </Button>
        </Flex>
      )}
      {byArtist(entries).map(({ key, name, group }) => (
        <Box key={key} mb="8px">
          {group.length > 1 && (
            <Flex align="center" gap="8px 16px" wrap="wrap" mt="8px">
              <Box flex="1" textStyle="small" color="fg.muted">
                {name}
              </Box>
              <Button
                variant="plain"
                size="sm"
                aria-label={keptTexts.removeArtist(group.length, name)}
                onClick={() => toastOnError(scope.kept.removeAll(group.map(({ trackId }) => trackId)))}
              >
                {keptTexts.removeSome(group.length)}
              </Button>
            </Flex>
          )}
          <List>
            {group.map((entry) => (
              <KeptRow key={entry.trackId} entry={entry} now={now} />
            ))}
          </List>
        </Box>
      ))}
    </>
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
            onClick={() => toastOnError(scope.kept.cancelAll(entries.map(({ trackId }) => trackId)))}
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

function useTracks(ids: readonly string[]) {
  const scope = useScope();
  const read = useCallback((key: string) => scope.tracksById(key === '' ? [] : key.split(',')), [scope]);
  return useRead(read, ids.join());
}
