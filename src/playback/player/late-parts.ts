import { toast } from '../../engine/toast.ts';
import type { PageSignals } from '../../platform/page-signals.ts';
import { lateTexts } from './late-texts.ts';
import { saveListPlaces } from './save-list-places.ts';
import { watchPlayAnswers } from './play-answers.ts';
import type { PlayerDeps } from './player-deps.ts';
import type { PlayerEvent } from './player-events.ts';
import type { WatchedPlayer } from './player-state.ts';
import type { QueueSaver } from './queue-saver.ts';
import { currentOf } from './queue.ts';
import { followTrackLoudness, type Loudness } from './track-loudness.ts';
import { watchTracks } from './track-watch.ts';

interface LateInput {
  player: WatchedPlayer & { send(event: PlayerEvent): void };
  person: PlayerDeps;
  signals: PageSignals;
  loudness: { set(loudness: Loudness | null): void };
  earned: { set(trackId: string): void };
  saver: Pick<QueueSaver, 'withdraw'>;
  /** Shows the current track again after its row has changed. */
  show(): void;
}

/** Starts the parts that playing does not need, so that their code loads after the player. The returned function stops them. */
export function startLateParts({ player, person, signals, loudness, earned, saver, show }: LateInput): () => void {
  const { withdrawn } = person.kept;
  const currentId = () => currentOf(player.snapshot().context.queue)?.id ?? null;
  const watch = watchTracks(person, {
    changed: (trackId) => trackId === currentId() && show(),
    withdrawn(tracks) {
      const trackIds = new Set(tracks.map(({ id }) => id));
      player.send({ type: 'tracks.withdrawn', trackIds });
      saver.withdraw(trackIds);
      const titles = tracks.filter((track) => !person.isOwn(track)).map(({ title }) => title);
      if (titles.length > 0) toast({ id: 'tracks-gone', kind: 'info', ...lateTexts.withdrawn(titles) });
    },
  });
  const follow = () => watch.follow(player.snapshot().context);
  follow();
  // The row may have changed before the watch began.
  show();
  const stops = [
    watch.close,
    player.subscribe(follow),
    saveListPlaces(player, person.device, signals),
    followTrackLoudness(player, loudness, person, signals),
    watchPlayAnswers(person, currentId, earned),
    withdrawn.subscribe(() => toast({ id: 'kept-gone', kind: 'info', ...lateTexts.keptWithdrawn(withdrawn.get()) })),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Says why an artist's tracks are not played. */
export function toastUnplayableArtist(why: keyof typeof lateTexts.artist): void {
  toast({ kind: 'error', ...lateTexts.artist[why] });
}

/** Shows a toast that the queue could not hold a list of `all` tracks: only `count` of them are in the queue, or were added to it. */
export function toastTracksLeftOut(count: number, all: number, press: 'played' | 'added'): void {
  const id = 'queue';
  if (press === 'played') toast({ id, kind: 'info', ...lateTexts.tooLong(all) });
  else if (count === 0) toast({ id, kind: 'error', ...lateTexts.full });
  else toast({ id, kind: 'warning', ...lateTexts.someAdded(count, all) });
}
