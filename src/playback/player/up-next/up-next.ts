import type { PlayerController } from '../player-controller.ts';
import type { DeviceTexts, PlayerScope } from '../player-deps.ts';
import { isSounding } from '../player-state.ts';
import type { PlayerContext } from '../player-events.ts';
import { type PlayerTrack, toPlayerTrack } from '../player-track.ts';
import { currentOf, QUEUE_LIMIT, UP_NEXT_KEY } from '../queue.ts';
import { pickTracks } from './pick-tracks.ts';

/** This many of the tracks heard last are not picked again. */
const HEARD = 50;
/** If no track could be picked, the next attempt is made after this time. */
const RETRY_MS = 5_000;

const IS_ON = 'on';

export function isUpNextOn(device: Pick<DeviceTexts, 'text'>): boolean {
  return device.text(UP_NEXT_KEY) === IS_ON;
}

/** False if the device cannot store the choice. */
export function chooseUpNext(controller: PlayerController | null, scope: PlayerScope, isOn: boolean): boolean {
  if (!scope.device.setText(UP_NEXT_KEY, isOn ? IS_ON : '')) return false;
  if (!controller) return true;
  if (isOn) startUpNext(controller, scope);
  const { queue } = controller.snapshot().context;
  for (let at = queue.tracks.length - 1; !isOn && at > queue.index; at--)
    if (queue.tracks[at]?.isPicked) controller.send({ type: 'queue.removed', index: at });
  return true;
}

/** For each player, the function that checks whether its queue needs more tracks. */
const checks = new WeakMap<PlayerController, () => void>();

/**
 * From now on, while the setting is on, similar tracks join the queue when its last track plays (S-63). A queue that repeats then goes on
 * with these tracks, not with its first one.
 */
export function startUpNext(controller: PlayerController, scope: PlayerScope): void {
  const started = checks.get(controller);
  if (started) return started();
  const heard = new Set<string>();
  let triedAt = -Infinity;
  let triedId = '';
  /** Id of the track after which tracks were last picked. If the person removes the picked tracks, no others follow. */
  let pickedAfter = '';

  const remember = (id: string) => {
    heard.delete(id);
    heard.add(id);
    for (const oldest of heard) if (heard.size > HEARD) heard.delete(oldest);
  };

  const check = () => {
    const snapshot = controller.snapshot();
    const { queue, sleepsAtEnd } = snapshot.context;
    const current = currentOf(queue);
    if (!current || !isSounding(snapshot)) return;
    remember(current.id);
    const isAtEnd = queue.repeat !== 'one' && queue.index === queue.tracks.length - 1 && !sleepsAtEnd;
    if (!isAtEnd) return;
    if (!isUpNextOn(scope.device)) pickedAfter = '';
    else if (pickedAfter !== current.id) pick(snapshot.context, current);
  };

  const pick = ({ queue, source, failedIds }: PlayerContext, current: PlayerTrack) => {
    const nowMs = performance.now();
    if (triedId === current.id && nowMs - triedAt < RETRY_MS) return;
    triedId = current.id;
    triedAt = nowMs;
    const after = scope.track(current.id).get();
    if (!after) return;
    const queued = new Set(queue.tracks.map(({ id }) => id));
    const picks = pickTracks({
      after,
      scope,
      random: Math.random,
      accepts: (track) =>
        !queued.has(track.id) &&
        !heard.has(track.id) &&
        !failedIds.has(track.id) &&
        !scope.isAbsent(track.id) &&
        source.whereIs(toPlayerTrack(track)) !== 'nowhere',
    });
    // Make room: the first tracks of the queue leave it.
    for (let over = queue.tracks.length + picks.length - QUEUE_LIMIT; over > 0; over--)
      controller.send({ type: 'queue.removed', index: 0 });
    const tracks = picks.map((track) => ({ ...toPlayerTrack(track), isPicked: true as const }));
    if (tracks.length === 0) return;
    pickedAfter = current.id;
    controller.send({ type: 'queue.added', tracks, where: 'end' });
  };

  checks.set(controller, check);
  scope.onClose(controller.subscribe(check));
  check();
}
