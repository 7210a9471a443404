import { type ListEntry, isSameEntry } from '../../components/track/playlist/list-entry.ts';
import { savePlace, saveShuffled } from '../../components/track/playlist/list-places.ts';
import type { PageSignals } from '../../platform/page-signals.ts';
import type { DeviceTexts } from './player-deps.ts';
import { isSounding, stateOf, type WatchedPlayer } from './player-state.ts';
import { currentOf } from './queue.ts';

/** A track left this close to its end counts as ended. The position is read once a second while the page is hidden. */
const END_S = 2;
/** A page that is killed loses at most this much of the position. */
const SAVE_EVERY_S = 15;

interface Played {
  from: ListEntry;
  isShuffled: boolean;
  positionS: number;
  /** 0 while unknown. */
  durationS: number;
}

/** Saves where each playlist was left on this device, until the returned function is called. */
export function saveListPlaces(
  player: WatchedPlayer,
  device: DeviceTexts,
  { onLeave, onVisibility }: Pick<PageSignals, 'onLeave' | 'onVisibility'>,
): () => void {
  /** The entry that plays or is paused, with its last position; null after the player has left it. */
  let played: Played | null = null;
  let savedS: number | null = null;

  const save = ({ from, isShuffled }: Played, positionS: number | null) => {
    if (isShuffled) saveShuffled(device, from.list, Date.now());
    else savePlace(device, { ...from, positionS, playedAt: Date.now() });
    savedS = positionS;
  };
  const saveUnsaved = () => {
    if (played && played.positionS !== savedS) save(played, played.positionS);
  };

  const check = () => {
    const snapshot = player.snapshot();
    const { queue, inOutput, startS } = snapshot.context;
    const current = currentOf(queue);
    const from = current?.from;
    // When the queue ends, or the sleep timer stops at a track's end, the player is paused at the start of a track with nothing loaded.
    const isAtRest = stateOf(snapshot) === 'paused' && inOutput === 'nothing' && startS === 0;
    if (played && (isAtRest || !isSameEntry(from, played.from))) {
      const { positionS, durationS } = played;
      if (durationS > 0 && durationS - positionS <= END_S) save(played, null);
      else saveUnsaved();
      played = null;
    }
    const sounds = isSounding(snapshot);
    if (!from || !(sounds || played)) return;
    const isNew = played === null;
    const { positionS, durationS } = player.progress.get();
    const isShuffled = current.isShuffled === true || queue.unshuffled !== null;
    played = { from, isShuffled, positionS, durationS };
    if (isNew) save(played, positionS);
    else if (!sounds || Math.abs(positionS - (savedS ?? 0)) > SAVE_EVERY_S) saveUnsaved();
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
