import { createActor } from 'xstate';
import { createOnePlayer } from '../../audio/one-player.ts';
import { leaveRadioLockScreen, showRadioOnLockScreen } from '../../audio/radio-session.ts';
import { createStreamOutput } from '../../audio/stream-output.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { texts } from '../../lib/texts.ts';
import { toast } from '../../ui/toast.ts';
import { type OnAir, openNowPlaying } from './now-playing.ts';
import { radioMachine } from './radio-machine.ts';
import { keepListenUrl, keptListenUrl } from './kept-address.ts';
import { askStation, defaultListenUrl } from './station.ts';

/** The radio's states as the interface knows them. */
export type RadioState = 'off' | 'connecting' | 'onAir' | 'reconnecting' | 'blocked' | 'paused';

export interface Level {
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
}

/** Where the radio's controls stand: each place has its own volume. */
export type RadioPlace = 'bar' | 'gate';

/** The radio of this page: the machine, its output, what is on, the lock screen. */
export interface RadioEngine {
  state: Omit<Store<RadioState>, 'set'>;
  onAir: Omit<Store<OnAir>, 'set'>;
  level: Omit<Store<Level>, 'set'>;
  setLevel(part: Partial<Level>): void;
  /** Turns to the volume of this place, `volume` the first time. */
  enter(place: RadioPlace, volume: number): void;
  /** Starts the sound; call it inside the press. */
  start(): void;
  stop(): void;
  /** Stops without a word. */
  displace(): void;
  play(): void;
  pause(): void;
  /** Keeps asking what is on, for as long as somebody looks at it. */
  look(): () => void;
}

/** @param base address of the radio host; null when there is none, and every start fails as an unreachable one does */
export function openRadio(base: string | null): RadioEngine {
  const output = createStreamOutput();
  const nextUrl = () => {
    const url = new URL(base === null ? 'about:blank' : (keptListenUrl(base) ?? defaultListenUrl(base)));
    if (base !== null) url.searchParams.set('at', Date.now().toString(36));
    return url.href;
  };
  const actor = createActor(radioMachine, { input: { output, nextUrl } }).start();
  const state = createStore<RadioState>('off');
  const level = createStore<Level>({ volume: 1, isMuted: false });
  const levels = new Map<RadioPlace, Level>();
  let place: RadioPlace = 'bar';
  const onePlayer = createOnePlayer();
  const station = openNowPlaying({
    ask: async () => (base === null ? null : askStation(base)),
    latency: output.latency,
    onListenUrl: (url) => base !== null && keepListenUrl(base, url),
    visibility: {
      isVisible: () => document.visibilityState === 'visible',
      onChange: (listener) => document.addEventListener('visibilitychange', listener),
    },
    random: () => Math.random(),
  });

  const setLevel = (part: Partial<Level>) => {
    level.set({ ...level.get(), ...part });
    levels.set(place, level.get());
    output.setVolume(level.get().volume);
    output.setMuted(level.get().isMuted);
  };

  let stopLooking: (() => void) | null = null;
  const showLockScreen = () => {
    const { song } = station.onAir.get();
    const now = state.get();
    if (now === 'off') return;
    showRadioOnLockScreen(
      {
        title: song?.title || texts.radio.onAir,
        artist: song?.artist || texts.player.unknownArtist,
        art: song?.art ?? null,
      },
      now === 'paused' || now === 'blocked' ? 'paused' : 'playing',
      { play: engine.play, pause: engine.pause, stop: engine.stop },
    );
  };

  actor.subscribe((snapshot) => {
    const { value } = snapshot;
    const next: RadioState = typeof value === 'object' ? 'reconnecting' : value;
    if (next === state.get()) return;
    if (next === 'off') leaveRadioLockScreen();
    station.setSounding(next === 'onAir');
    if (next !== 'off') stopLooking ??= station.look();
    else {
      stopLooking?.();
      stopLooking = null;
    }
    state.set(next);
    showLockScreen();
  });
  let shown = station.onAir.get().song;
  station.onAir.subscribe(() => {
    const { song } = station.onAir.get();
    if (song !== shown) showLockScreen();
    shown = song;
  });
  actor.on('sound.started', () => {
    onePlayer.claim();
    // iOS forgets it on every new source.
    showLockScreen();
  });
  onePlayer.onTaken(() => actor.send({ type: 'sound.taken' }));
  actor.on('stream.unavailable', () => toast({ id: 'radio', kind: 'error', title: texts.radio.unavailable }));
  actor.on('radio.stopped', () => toast({ id: 'radio', kind: 'info', title: texts.radio.stopped, duration: 2000 }));
  actor.on('sound.interrupted', () => toast({ id: 'radio', kind: 'info', title: texts.player.paused, duration: 3000 }));
  if (base !== null && keptListenUrl(base) === null && navigator.onLine) void station.askOnce();
  window.addEventListener('online', () => actor.send({ type: 'network.returned' }));

  const engine: RadioEngine = {
    state,
    onAir: station.onAir,
    level,
    setLevel,
    enter(next, volume) {
      place = next;
      setLevel(levels.get(next) ?? { volume, isMuted: false });
    },
    start: () => actor.send({ type: 'radio.started' }),
    stop: () => actor.send({ type: 'radio.stopped' }),
    displace: () => actor.send({ type: 'radio.displaced' }),
    play: () => actor.send({ type: 'play.requested' }),
    pause: () => actor.send({ type: 'pause.requested' }),
    look: station.look,
  };
  return engine;
}
