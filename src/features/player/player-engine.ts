import { createActor } from 'xstate';
import type { Scope } from '../../../sync/client.ts';
import { playResult } from '../../../sync/model/actions.ts';
import type { AudioOutput } from '../../audio/audio-output.ts';
import { createHowlerOutput } from '../../audio/howler-output.ts';
import { leaveLockScreen, placeOnLockScreen, showOnLockScreen } from '../../audio/media-session.ts';
import { createOnePlayer } from '../../audio/one-player.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { texts } from '../../lib/texts.ts';
import { toast } from '../../ui/toast.ts';
import { createPlayCounter } from './play-counter.ts';
import { playerMachine } from './player-machine.ts';
import { type PlayerSnapshot, stateOf } from './player-state.ts';
import type { PlayerTrack } from './player-track.ts';
import { readSavedPlayer, savePlayer } from './saved-player.ts';
import { currentOf, nextIndex } from './queue.ts';
import { createTrackLevels, type TrackLevels } from './track-levels.ts';
import { openTrackSource } from './track-source.ts';

/** How often the position is read while sound runs: for the play count as specified, and for what is shown (ms). */
const TRACK_EVERY_MS = 100;
const SAVE_EVERY_MS = 3000;
/** The next track is warmed when this little is left, in seconds. */
const WARM_NEXT_S = 20;

export interface Progress {
  positionS: number;
  durationS: number;
}

/** The player of this page: the machine, its output, play counting, the lock screen and the saved queue. */
export interface PlayerEngine {
  send: ReturnType<typeof createActor<typeof playerMachine>>['send'];
  snapshot(): PlayerSnapshot;
  subscribe(listener: () => void): () => void;
  progress: Omit<Store<Progress>, 'set'>;
  /** 0 to 1. */
  volume: Store<number>;
  /** Id of the track that earned a ZAP while it is current, or null. */
  earned: Omit<Store<string | null>, 'set'>;
  /** Loudness along the current track; null while unknown. */
  levels: TrackLevels['current'];
  seekBy(seconds: number): void;
  /** A track was pressed while the radio had the sound (S-20). */
  onRadioLeft(listener: () => void): () => void;
}

/** Opens the player over the browser's audio and brings back the queue of this person and device, paused at its second (S-22). */
export function openPlayer(sync: Scope, output: AudioOutput = createHowlerOutput()): PlayerEngine {
  const actor = createActor(playerMachine, { input: { output, source: openTrackSource(sync) } }).start();
  const progress = createStore<Progress>({ positionS: 0, durationS: 0 });
  const volume = createStore(1);
  const earned = createStore<string | null>(null);
  const plays = createPlayCounter(sync);
  const levels = createTrackLevels(sync);
  const onePlayer = createOnePlayer();
  let ticking: ReturnType<typeof setInterval> | null = null;
  let savedAt = 0;
  /** The queue on the device is that of the tab that sounded last. */
  let isMine = false;
  let isRestoring = false;

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

  function showProgress(): Progress {
    const next = readProgress();
    const shown = progress.get();
    if (Math.abs(next.positionS - shown.positionS) >= 0.2 || next.durationS !== shown.durationS) progress.set(next);
    return next;
  }

  function tick(): void {
    const snapshot = actor.getSnapshot();
    const track = current();
    const isRunning = output.position().running && stateOf(snapshot) === 'playing';
    const { positionS, durationS } = showProgress();
    if (!track) return;
    plays.hear({ ...snapshot.context, track, positionS, isRunning, nowMs: performance.now() });
    if (!isRunning) return;
    if (durationS > 0 && durationS - positionS < WARM_NEXT_S) actor.send({ type: 'next.nearing' });
    if (performance.now() - savedAt > SAVE_EVERY_MS) save('place');
  }

  function keepTicking(isNeeded: boolean): void {
    if (isNeeded === (ticking !== null)) return;
    if (ticking !== null) clearInterval(ticking);
    ticking = isNeeded ? setInterval(tick, TRACK_EVERY_MS) : null;
  }

  function save(what: 'all' | 'place'): void {
    if (!isMine) return;
    savedAt = performance.now();
    const { queue, aside } = actor.getSnapshot().context;
    const place = aside ? { queue: aside.queue, positionS: aside.startS } : { queue, ...readProgress() };
    savePlayer(sync.device, { ...place, volume: volume.get() }, what);
  }

  function seekBy(seconds: number): void {
    const { positionS, durationS } = readProgress();
    const to = Math.min(Math.max(0, positionS + seconds), durationS || positionS);
    actor.send({ type: 'position.requested', seconds: to });
  }

  function updateLockScreen(snapshot: PlayerSnapshot): void {
    const state = stateOf(snapshot);
    // While the radio is on, the lock screen is the station's.
    if (state === 'radio') return;
    const track = currentOf(snapshot.context.queue);
    if (!track) return leaveLockScreen();
    if (state === 'playing') {
      showOnLockScreen(
        {
          title: track.title || texts.player.untitled,
          artist: track.artistName || texts.player.unknownArtist,
          artwork: track.coverSrc,
        },
        {
          play: () => actor.send({ type: 'play.requested' }),
          pause: () => actor.send({ type: 'pause.requested' }),
          next: nextIndex(snapshot.context.queue) === null ? null : () => actor.send({ type: 'next.requested' }),
          previous: () => actor.send({ type: 'previous.requested' }),
          seekTo: (seconds) => actor.send({ type: 'position.requested', seconds }),
          seekBy,
        },
      );
    }
    const { positionS, durationS } = readProgress();
    const sounds = state === 'playing' || state === 'loading' || state === 'stalled' || state === 'waiting';
    placeOnLockScreen(sounds ? 'playing' : 'paused', positionS, durationS);
  }

  let before = actor.getSnapshot();
  actor.subscribe((snapshot) => {
    const was = before;
    before = snapshot;
    const state = stateOf(snapshot);
    if (snapshot.context.loadId !== was.context.loadId) earned.set(null);
    levels.follow(currentOf(snapshot.context.queue));
    keepTicking(state === 'playing' || state === 'stalled');
    progress.set(readProgress());
    updateLockScreen(snapshot);
    const isChanged = snapshot.context.queue !== was.context.queue || snapshot.context.aside !== was.context.aside;
    if (isChanged && !isRestoring) isMine = true;
    if (isChanged || state !== stateOf(was)) save(isChanged ? 'all' : 'place');
  });
  actor.on('sound.started', () => {
    const isMineBefore = isMine;
    isMine = true;
    onePlayer.claim();
    // Another tab may have written its own since.
    if (!isMineBefore) save('all');
  });
  onePlayer.onTaken(() => {
    isMine = false;
    actor.send({ type: 'sound.taken' });
  });
  actor.on('load.failed', ({ failure }) =>
    toast({ kind: 'error', ...(failure === 'missing' ? texts.player.missing : texts.player.loadError) }),
  );
  actor.on('tracks.passedOver', () => toast({ id: 'passed-over', kind: 'info', ...texts.player.passedOver }));
  actor.on('sound.interrupted', () => toast({ kind: 'info', title: texts.player.paused, duration: 3000 }));
  output.onSeek(() => {
    plays.jumped();
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
  window.addEventListener('online', () => actor.send({ type: 'network.returned' }));
  window.addEventListener('pagehide', () => save('all'));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && save('place'));

  const setVolume = (next: number) => {
    volume.set(Math.min(1, Math.max(0, next)));
    output.setVolume(volume.get());
  };

  const saved = readSavedPlayer(sync.device);
  if (saved) {
    setVolume(saved.volume);
    isRestoring = true;
    if (saved.queue.tracks.length > 0)
      actor.send({ type: 'queue.restored', queue: saved.queue, positionS: saved.positionS });
    isRestoring = false;
  }
  sync.onClose(() => {
    isMine = false;
    actor.send({ type: 'player.cleared' });
  });

  return {
    send: (event) => actor.send(event),
    snapshot: () => actor.getSnapshot(),
    subscribe: (listener) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    progress,
    volume: { ...volume, set: setVolume },
    earned,
    levels: levels.current,
    seekBy,
    onRadioLeft(listener) {
      const subscription = actor.on('radio.left', listener);
      return () => subscription.unsubscribe();
    },
  };
}
