import { Clock } from 'lucide';
import { useMemo } from 'react';
import { type KeptState, keptProgress, type TrackView } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { toast } from '../../engine/toast.ts';
import { bytes } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { Icon } from '../../design/icon.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { ProgressLine } from '../../design/progress-line.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { Switch } from '../../design/switch.tsx';
import { distinct } from './library-lists.ts';
import { libraryTexts } from './library-texts.ts';
import { useMissingRoom } from './use-missing-room.ts';

interface KeepListProps {
  /** The list's id: `FAVOURITES_LIST`, or that of a playlist. */
  list: string;
  /** The list's tracks that can be shown; their audio may still be missing here. */
  tracks: readonly TrackView[];
}

/** Keeps all tracks of a list on this device: new ones are fetched, and removed ones leave. */
export function KeepList({ list, tracks: listed }: KeepListProps) {
  const scope = useScope();
  const lists = useLive(scope.kept.lists);
  const isOn = lists?.has(list) ?? false;
  const states = useLive(scope.kept.states);
  const all = useMemo(() => distinct(listed), [listed]);
  // While the list is kept, a track without a state is one that the person removed from the device.
  const tracks = isOn ? all.filter(({ id }) => states.has(id)) : all;
  const progress = keptProgress(states, tracks);
  const share = progress.totalBytes === 0 ? 0 : progress.bytes / progress.totalBytes;
  const isComplete = progress.kept === progress.tracks;
  const found = tracks.flatMap(({ id }) => states.get(id) ?? []);
  const waitingFor = isOn ? waitReason(found) : null;
  const fullBytes = tracks.reduce((sum, { id, audio_bytes }) => (isFull(states.get(id)) ? sum + audio_bytes : sum), 0);
  const missingRoom = useMissingRoom({ states, tracks, missingBytes: progress.totalBytes - progress.bytes });
  const noRoom =
    isOn && fullBytes > 0
      ? libraryTexts.full(bytes(fullBytes))
      : lists && !isOn && missingRoom > 0
        ? libraryTexts.tooLarge(bytes(missingRoom))
        : null;

  async function set(next: boolean) {
    await scope.kept.keepList(list, next);
    if (next) return;
    const undo = () => toastOnError(scope.kept.keepList(list, true));
    toast({
      id: `keep ${list}`,
      kind: 'success',
      title: libraryTexts.removed,
      action: { label: texts.undo.verb, run: undo },
    });
  }

  return (
    <Box as="section" aria-label={libraryTexts.keep}>
      <Flex align="center" gap="12px" minHeight="44px">
        <Box flex="1" fontWeight="500">
          {libraryTexts.keep}
        </Box>
        <Flex align="center" gap="6px" textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
          {waitingFor && <Icon of={Clock} size={14} />}
          {isOn && !isComplete
            ? libraryTexts.keptSize(bytes(progress.bytes), bytes(progress.totalBytes))
            : bytes(progress.totalBytes)}
        </Flex>
        {lists && <Switch label={libraryTexts.keep} isOn={isOn} onChange={(next) => toastOnError(set(next))} />}
      </Flex>
      {isOn && progress.pending > 0 && (
        <ProgressBar label={libraryTexts.keeping} value={Math.round(share * 100)}>
          <ProgressLine seed={list} share={share} height={24} half={3} isPlain />
        </ProgressBar>
      )}
      {waitingFor && (
        <Box textStyle="small" color="fg.subtle">
          {libraryTexts.waits[waitingFor]}
        </Box>
      )}
      {noRoom !== null && (
        <Flex align="center" gap="8px 12px" wrap="wrap" mt="4px">
          <Box role="status" flex="1" color="orange.fg">
            {noRoom}
          </Box>
          <LinkButton variant="quiet" size="sm" to="/library/kept">
            {libraryTexts.manage}
          </LinkButton>
        </Flex>
      )}
    </Box>
  );
}

const isFull = (state: KeptState | undefined) => state?.kind === 'failed' && state.reason === 'full';

/** Why tracks wait; null if none waits for more than its turn. */
function waitReason(states: readonly KeptState[]): 'network' | 'data' | null {
  for (const state of states) if (state.kind === 'waiting' && state.reason !== 'turn') return state.reason;
  return null;
}
