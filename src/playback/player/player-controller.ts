import { createActor } from 'xstate';
import type { Live } from '../../../sync/client.ts';
import type { AudioOutput } from '../output/audio-output.ts';
import type { PageSound } from '../output/page-sound.ts';
import { followVolume, FULL_VOLUME, type VolumeControl } from '../output/volume.ts';
import { createLive } from '../../../sync/model/live.ts';
import { toast } from '../../engine/toast.ts';
import { createPlayCounter } from './play-counter.ts';
import { type PlayerEvent, positionOf } from './player-events.ts';
import { showPlayerOnLockScreen } from './player-lock-screen.ts';
import { playerMachine } from './player-machine.ts';
import type { PlayerDeps } from './player-deps.ts';
import { isSounding, type PlayerSnapshot, stateOf } from './player-state.ts';
import { playerTexts } from './player-texts.ts';
import { createQueueSaver } from './queue-saver.ts';
import { currentOf } from './queue.ts';
import { readSavedPlayer } from './saved-player.ts';
import type { SleepParts, SleepTimer } from './sleep-timer.ts';
import { shownTrack } from './player-track.ts';
import { createGainChooser } from './release-gain.ts';
import type { Loudness } from './track-loudness.ts';
import { openTrackSource } from './track-source.ts';

/** The specified interval for play counting. */
const READ_INTERVAL_MS = 100;
/** Interval while the page is hidden: short enough for counting, and a locked phone can sleep in between. */
const HIDDEN_READ_INTERVAL_MS = 1000;
/** The end is signalled at most this long before the last sound is heard. */
const MAX_REST_MS = 500;
/** The next track is preloaded once the current one has less than this left. */
const PRELOAD_NEXT_S = 20;
/** Smaller changes of the position are not shown during playback. */
const SHOWN_STEP_S = 0.2;

export interface Progress {
  positionS: number;
  durationS: number;
}

export interface PlayerController {
  send(event: PlayerEvent): void;
  snapshot(): PlayerSnapshot;
  subscribe(listener: () => void): () => void;
  progress: Live<Progress>;
  volume: VolumeControl;
  /** Created on first use. The caller passes the factory, so that its code loads with the player's sheet. */
  sleepTimer(create: (parts: SleepParts) => SleepTimer): SleepTimer;
  /** Id of the track whose play has earned a ZAP since the last load began; null if none. */
  earned: Live<string | null>;
  loudness: Live<Loudness | null>;
  seekBy(seconds: number): void;
  /** Does not save the position, because a sign-out may just have deleted this person's data. */
  close(): void;
}

export interface PlayerParts {
  person: PlayerDeps;
  /** The page's output. It is kept when the person changes, because a user gesture has unlocked its audio elements. */
  output: AudioOutput;
  sound: PageSound;
}

/** Opens a player with the queue saved on this device, paused at its position (S-22). */
export function openPlayer({
  person,
  output,
  sound: { volume, fade, normalizesLoudness, owner, lockScreen, signals },
}: PlayerParts): PlayerController {
  const actor = createActor(playerMachine, {
    input: { output, source: openTrackSource(person, signals), random: () => Math.random() },
  });
  const current = () => currentOf(actor.getSnapshot().context.queue);
  const progress = createLive<Progress>({ positionS: 0, durationS: 0 });
  /** Factor on the volume, at most 1, that turns the current track down to the common loudness. */
  const gain = createLive(1);
  const gainOf = createGainChooser(person.track);
  const counter = createPlayCounter(person);
  const earned = createLive<string | null>(null);
  const loudness = createLive<Loudness | null>(null);
  const saver = createQueueSaver(person.device, () => {
    const { context } = actor.getSnapshot();
    const { queue, startS } = context.aside ?? { queue: context.queue, startS: positionOf(context) };
    return { queue, positionS: startS, volume: volume.get() };
  });
  let sleep: SleepTimer | null = null;
  let isClosed = false;
  let reading: ReturnType<typeof setInterval> | undefined;

  function readProgress(): Progress {
    const { context } = actor.getSnapshot();
    // The server counted the frames; an element only estimates the duration of a variable-bitrate file without a header.
    const knownS = (current()?.durationMs ?? 0) / 1000;
    const durationS = knownS || (context.inOutput === 'ready' ? output.position().durationS : 0);
    return { positionS: positionOf(context), durationS };
  }

  function showProgress(stepS = 0): Progress {
    const next = readProgress();
    const shown = progress.get();
    const isMoved = next.positionS !== shown.positionS && Math.abs(next.positionS - shown.positionS) >= stepS;
    if (isMoved || next.durationS !== shown.durationS) progress.set(next);
    return next;
  }

  function show(): void {
    const snapshot = actor.getSnapshot();
    const track = currentOf(snapshot.context.queue);
    showProgress();
    const row = track && person.track(track.id).get();
    gain.set(normalizesLoudness.get() ? gainOf(snapshot.context) : 1);
    const shown = track && shownTrack(track, row);
    showPlayerOnLockScreen(lockScreen, shown, snapshot, progress.get(), { send, seekBy });
  }

  function read(at: 'interval' | 'end' = 'interval'): void {
    const snapshot = actor.getSnapshot();
    const track = currentOf(snapshot.context.queue);
    const { positionS, durationS } = showProgress(SHOWN_STEP_S);
    if (!track) return;
    const { running, heardBeforeMs } = output.position();
    // An element that has ended no longer runs.
    const isRunning = at === 'end' || (running && stateOf(snapshot) === 'playing');
    const restMs = at === 'end' ? Math.min(Math.max(0, (durationS - positionS) * 1000), MAX_REST_MS) : 0;
    const nowMs = performance.now();
    counter.update({ ...snapshot.context, track, positionS, isRunning, heardBeforeMs, restMs, nowMs });
    if (!isRunning || at === 'end') return;
    if (durationS > 0 && durationS - positionS < PRELOAD_NEXT_S) send({ type: 'next.nearing' });
    saver.savePositionRegularly(nowMs);
  }

  const send = (event: PlayerEvent) => actor.send(event);

  function seekBy(seconds: number): void {
    const { positionS, durationS } = readProgress();
    const to = Math.min(Math.max(0, positionS + seconds), durationS || positionS);
    send({ type: 'position.requested', seconds: to });
  }

  actor.on('load.began', () => earned.set(null));
  actor.on('sound.started', () => {
    owner.begin();
    saver.claim();
    lockScreen.renew('player');
  });
  actor.on('sound.silent', () => person.askServer());
  const stopReading = () => {
    clearInterval(reading);
    reading = undefined;
  };
  const startReading = () => {
    reading ??= setInterval(() => read(), signals.isVisible() ? READ_INTERVAL_MS : HIDDEN_READ_INTERVAL_MS);
  };
  actor.on('position.running', () => {
    read();
    startReading();
  });
  actor.on('position.resting', () => {
    stopReading();
    saver.savePosition();
  });
  actor.on('position.jumped', saver.savePosition);
  actor.on('queue.changed', () => {
    saver.claim();
    saver.saveAll();
  });
  actor.on('radio.left', () => owner.assign('player'));
  actor.on('load.failed', ({ failure }) =>
    toast({ kind: 'error', ...(failure === 'missing' ? playerTexts.missing : playerTexts.loadError) }),
  );
  actor.on('tracks.skipped', () => toast({ id: 'passed-over', kind: 'info', ...playerTexts.skipped }));
  actor.on('sound.interrupted', () => toast({ kind: 'info', title: playerTexts.paused, duration: 3000 }));
  actor.subscribe(show);
  // Subscribed before the machine is, so that the last part of a track is counted before the machine moves on.
  const stopEndReading = output.onSignal((signal) => {
    const snapshot = actor.getSnapshot();
    if (signal.type === 'audio.ended' && signal.loadId === snapshot.context.loadId && isSounding(snapshot)) read('end');
  });
  actor.start();

  const saved = readSavedPlayer(person.device);
  volume.restore(saved?.volume ?? FULL_VOLUME);
  if (saved && saved.queue.tracks.length > 0)
    send({ type: 'queue.restored', queue: saved.queue, positionS: saved.positionS });

  const followRadio = () => send({ type: owner.part.get() === 'radio' ? 'radio.started' : 'radio.stopped' });
  followRadio();

  const stops = [
    stopEndReading,
    followVolume(volume, [fade, gain], output),
    normalizesLoudness.subscribe(show),
    output.onSeek(() => {
      counter.jumped();
      show();
    }),
    owner.part.subscribe(followRadio),
    owner.onOtherPage(() => {
      saver.release();
      send({ type: 'otherPage.started' });
    }),
    signals.onOnline(() => {
      send({ type: 'network.returned' });
      startLate();
    }),
    signals.onLeave(saver.saveAll),
    signals.onVisibility(() => {
      if (!signals.isVisible()) saver.savePosition();
      if (reading === undefined) return;
      stopReading();
      startReading();
    }),
  ];

  const controller: PlayerController = {
    send,
    snapshot: () => actor.getSnapshot(),
    subscribe: (listener) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    progress,
    volume,
    sleepTimer: (create) => (sleep ??= create({ actor, output, fade, owner, signals })),
    earned,
    loudness,
    seekBy,
    close() {
      isClosed = true;
      sleep?.close();
      for (const stop of stops) stop();
      stopReading();
      actor.stop();
      output.prepare(null);
      output.unload();
      lockScreen.clear('player');
    },
  };
  let isLateStarted = false;
  /** Retried when the network returns. */
  function startLate(): void {
    if (isLateStarted) return;
    import('./late-parts.ts').then((late) => {
      if (isClosed || isLateStarted) return;
      isLateStarted = true;
      stops.push(late.startLateParts({ player: controller, person, signals, loudness, earned, saver, show }));
    }, console.warn);
  }
  startLate();
  return controller;
}
