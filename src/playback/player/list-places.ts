import { type ListEntry, isSameEntry } from '../../components/track/playlist/list-entry.ts';
import { savePlace } from '../../components/track/playlist/list-places.ts';
import type { PageSignals } from '../../platform/page-signals.ts';
import type { DeviceTexts } from './player-deps.ts';
import { isSounding, stateOf, type WatchedPlayer } from './player-state.ts';
import { currentOf } from './queue.ts';

/** Saves where each playlist was left on this device, until the returned function is called. */
export function saveListPlaces(
  player: WatchedPlayer,
  device: DeviceTexts,
  { onLeave, onVisibility }: Pick<PageSignals, 'onLeave' | 'onVisibility'>,
): () => void {
  /** The entry that has played last, with the last position in it; null after its end. */
  let played: { from: ListEntry; positionS: number } | null = null;
  let savedS: number | null = null;

  const save = ({ from, positionS }: { from: ListEntry; positionS: number | null }) => {
    savePlace(device, { ...from, positionS, playedAt: Date.now() });
    savedS = positionS;
  };
  const saveUnsaved = () => {
    if (played && played.positionS !== savedS) save(played);
  };

  const check = () => {
    const snapshot = player.snapshot();
    const { queue, isManual, inOutput, startS } = snapshot.context;
    const from = currentOf(queue)?.from;
    // At the end of the queue, and of a track before the sleep timer, the player rests at the start of the next track without a source.
    const hasEnded = stateOf(snapshot) === 'paused' && inOutput === 'nothing' && startS === 0;
    if (played && (hasEnded || !isSameEntry(from, played.from))) {
      if (hasEnded || !isManual) save({ ...played, positionS: null });
      else saveUnsaved();
      played = null;
    }
    const sounds = isSounding(snapshot);
    if (!from || !(sounds || played)) return;
    const isNew = played === null;
    played = { from, positionS: player.progress.get().positionS };
    if (isNew) save(played);
    else if (!sounds) saveUnsaved();
  };

  const stops = [
    player.subscribe(check),
    player.progress.subscribe(check),
    onLeave(saveUnsaved),
    onVisibility(saveUnsaved),
  ];
  check();
  return () => stops.forEach((stop) => stop());
}
