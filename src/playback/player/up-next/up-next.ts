import type { PlayerController } from '../player-controller.ts';
import type { DeviceTexts, PlayerScope } from '../player-deps.ts';
import { isSounding } from '../player-state.ts';
import { toPlayerTrack } from '../player-track.ts';
import { currentOf, QUEUE_LIMIT, UP_NEXT_KEY } from '../queue.ts';
import { pickTracks } from './pick-tracks.ts';

/** Tracks that were heard last are not picked again: so many. */
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
  const { queue } = controller.snapshot().context;
  // A list that repeats has no end.
  if (isOn) {
    if (queue.repeat === 'all') controller.send({ type: 'repeat.chosen', repeat: 'off' });
    startUpNext(controller, scope);
  } else {
    for (let at = queue.tracks.length - 1; at > queue.index; at--)
      if (queue.tracks[at]?.isPicked) controller.send({ type: 'queue.removed', index: at });
    if (queue.repeat === 'off') controller.send({ type: 'repeat.chosen', repeat: 'all' });
  }
  return true;
}

const started = new WeakSet<PlayerController>();

/** From now on, while the person wants it, similar tracks join the queue when its last track plays (S-63). */
export function startUpNext(controller: PlayerController, scope: PlayerScope): void {
  if (started.has(controller)) return;
  started.add(controller);
  const heard = new Set<string>();
  let triedAt = -Infinity;
  let triedId = '';

  const remember = (id: string) => {
    heard.delete(id);
    heard.add(id);
    for (const oldest of heard) if (heard.size > HEARD) heard.delete(oldest);
  };

  const check = () => {
    const snapshot = controller.snapshot();
    const { queue, source, failedIds, sleepsAtEnd } = snapshot.context;
    const current = currentOf(queue);
    if (!current || !isSounding(snapshot)) return;
    remember(current.id);
    const isAtEnd = queue.repeat === 'off' && queue.index === queue.tracks.length - 1 && !sleepsAtEnd;
    if (!isAtEnd || !isUpNextOn(scope.device)) return;
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
    // Room for them: the tracks that were heard first leave the queue.
    for (let over = queue.tracks.length + picks.length - QUEUE_LIMIT; over > 0; over--)
      controller.send({ type: 'queue.removed', index: 0 });
    const tracks = picks.map((track) => ({ ...toPlayerTrack(track), isPicked: true as const }));
    if (tracks.length > 0) controller.send({ type: 'queue.added', tracks, where: 'end' });
  };

  const { queue } = controller.snapshot().context;
  if (isUpNextOn(scope.device) && queue.tracks.length === 0) controller.send({ type: 'repeat.chosen', repeat: 'off' });
  scope.onClose(controller.subscribe(check));
  check();
}
