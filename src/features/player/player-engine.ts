import { createActor, type SnapshotFrom } from 'xstate';
import type { SyncClient } from '../../../sync/client.ts';
import { playResult } from '../../../sync/model/actions.ts';
import { playThresholdMs } from '../../../sync/model/rules.ts';
import type { AudioOutput } from '../../audio/audio-output.ts';
import { createHowlerOutput } from '../../audio/howler-output.ts';
import { placeOnLockScreen, showOnLockScreen } from '../../audio/media-session.ts';
import { texts } from '../../lib/texts.ts';
import { toast } from '../../ui/toast.ts';
import { createListeningClock } from './listening-clock.ts';
import { playerMachine } from './player-machine.ts';
import type { PlayerTrack } from './player-track.ts';
import { readSavedPlayer, savePlayer } from './saved-player.ts';
import { currentOf } from './queue.ts';

/** How often the position is read: for the play count as specified, and for what is shown (ms). */
const TRACK_EVERY_MS = 100;
const SAVE_EVERY_MS = 3000;
/** The next track is warmed when this little is left, in seconds. */
const WARM_NEXT_S = 20;

export type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

export interface Progress {
  positionS: number;
  durationS: number;
}

/** The player of this page: the machine, its output, play counting, the lock screen and the saved queue. */
export interface PlayerEngine {
  send: ReturnType<typeof createActor<typeof playerMachine>>['send'];
  snapshot(): PlayerSnapshot;
  subscribe(listener: () => void): () => void;
  progress: { get(): Progress; subscribe(listener: () => void): () => void };
  volume: { get(): number; set(volume: number): void; subscribe(listener: () => void): () => void };
  /** Id of the track that earned a ZAP while it is current, or null. */
  earned: { get(): string | null; subscribe(listener: () => void): () => void };
  seekBy(seconds: number): void;
}

/** Opens the player over the browser's audio and brings back the queue of this device, paused at its second (S-22). */
export function openPlayer(sync: SyncClient, output: AudioOutput = createHowlerOutput()): PlayerEngine {
  const actor = createActor(playerMachine, { input: { output } }).start();
  const progress = createStore<Progress>({ positionS: 0, durationS: 0 });
  const volume = createStore(1);
  const earned = createStore<string | null>(null);
  const heard = createListeningClock();
  let countedLoad = 0;
  let trackedLoad = 0;
  let savedAt = 0;

  const current = (): PlayerTrack | null => currentOf(actor.getSnapshot().context.queue);

  function readProgress(): Progress {
    const { context } = actor.getSnapshot();
    const track = current();
    const length = (track?.durationMs ?? 0) / 1000;
    if (!context.isLoaded) return { positionS: context.startS, durationS: length };
    const { positionS, durationS } = output.position();
    // The server counted the frames; an element guesses when a file of varying bitrate has no header.
    return { positionS, durationS: length || durationS };
  }

  function tick(): void {
    const { context } = actor.getSnapshot();
    const { positionS, running } = output.position();
    if (context.loadId !== trackedLoad) {
      trackedLoad = context.loadId;
      heard.reset();
      earned.set(null);
    }
    const isSounding = running && actor.getSnapshot().value === 'playing' && !context.isStalled;
    const heardMs = heard.read(performance.now(), positionS, isSounding);
    const next = readProgress();
    const shown = progress.get();
    if (Math.abs(next.positionS - shown.positionS) >= 0.2 || next.durationS !== shown.durationS) progress.set(next);
    if (isSounding) {
      countPlay(heardMs);
      if (next.durationS > 0 && next.durationS - next.positionS < WARM_NEXT_S) actor.send({ type: 'next.nearing' });
      if (performance.now() - savedAt > SAVE_EVERY_MS) save();
    }
  }

  function countPlay(heardMs: number): void {
    const { context } = actor.getSnapshot();
    const track = current();
    const account = sync.account.get();
    if (
      !track ||
      account.kind !== 'user' ||
      countedLoad === context.loadId ||
      heardMs < playThresholdMs(track.durationMs)
    )
      return;
    countedLoad = context.loadId;
    // Once per track, user and UTC day; the server keeps the same rule.
    if (sync.track(track.id).get()?.playedToday) return;
    const progressMs = Math.round(heardMs);
    sync
      .enqueue('play.record', { track_id: track.id, progress_ms: progressMs, is_manual: context.isManual })
      .catch(() => {
        // The disk refused it: this load may count again, and the storage state says why.
        countedLoad = 0;
      });
    void sync.kept.keepPlayed(track.id);
  }

  function save(): void {
    savedAt = performance.now();
    const { queue } = actor.getSnapshot().context;
    void savePlayer(sync, { queue, positionS: readProgress().positionS, volume: volume.get() });
  }

  const handlers = {
    play: () => actor.send({ type: 'play.requested' }),
    pause: () => actor.send({ type: 'pause.requested' }),
    next: () => actor.send({ type: 'next.requested' }),
    previous: () => actor.send({ type: 'previous.requested' }),
    seekTo: (seconds: number) => actor.send({ type: 'position.requested', seconds }),
  };

  function updateLockScreen(snapshot: PlayerSnapshot): void {
    const track = currentOf(snapshot.context.queue);
    if (!track) return placeOnLockScreen('none', 0, 0);
    const isPlaying = snapshot.value === 'playing';
    if (isPlaying) {
      showOnLockScreen(
        {
          title: track.title || texts.player.untitled,
          artist: track.artistName || texts.player.unknownArtist,
          artwork: track.coverSrc,
        },
        handlers,
      );
    }
    const { positionS, durationS } = readProgress();
    placeOnLockScreen(isPlaying || snapshot.value === 'loading' ? 'playing' : 'paused', positionS, durationS);
  }

  let wasState: PlayerSnapshot['value'] = 'idle';
  actor.subscribe((snapshot) => {
    progress.set(readProgress());
    updateLockScreen(snapshot);
    if (snapshot.value !== wasState) save();
    wasState = snapshot.value;
  });
  actor.on('load.failed', ({ failure }) =>
    toast({ kind: 'error', ...(failure === 'missing' ? texts.player.missing : texts.player.loadError) }),
  );
  actor.on('sound.interrupted', () => toast({ kind: 'info', title: texts.player.paused, duration: 3000 }));
  output.onSeek(() => {
    heard.jumped();
    progress.set(readProgress());
    updateLockScreen(actor.getSnapshot());
  });
  sync.onAcknowledged((action) => {
    if (action.kind !== 'play.record' || action.status !== 'applied') return;
    const track = current();
    const played = playResult.safeParse(action.result);
    if (track && action.payload['track_id'] === track.id && played.success && played.data.zaps_earned > 0)
      earned.set(track.id);
  });
  sync.account.subscribe(() => {
    // The queue is the person's: it leaves the player with them (S-5).
    if (sync.account.get().kind === 'nobody') actor.send({ type: 'player.cleared' });
  });
  setInterval(tick, TRACK_EVERY_MS);
  window.addEventListener('online', () => actor.send({ type: 'network.returned' }));
  window.addEventListener('pagehide', save);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && save());

  void readSavedPlayer(sync).then((saved) => {
    if (!saved) return;
    volume.set(saved.volume);
    output.setVolume(saved.volume);
    if (actor.getSnapshot().value === 'idle' && saved.queue.tracks.length > 0)
      actor.send({ type: 'queue.restored', queue: saved.queue, positionS: saved.positionS });
  });

  return {
    send: (event) => actor.send(event),
    snapshot: () => actor.getSnapshot(),
    subscribe: (listener) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    progress,
    volume: {
      ...volume,
      set(next) {
        const clamped = Math.min(1, Math.max(0, next));
        volume.set(clamped);
        output.setVolume(clamped);
      },
    },
    earned,
    seekBy(seconds) {
      const { positionS, durationS } = readProgress();
      actor.send({
        type: 'position.requested',
        seconds: Math.min(Math.max(0, positionS + seconds), durationS || positionS),
      });
    },
  };
}

function createStore<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: T) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
