import { createActor } from 'xstate';
import type { Live } from '../../../sync/client.ts';
import type { PageSound } from '../output/page-sound.ts';
import type { StreamOutput } from '../output/stream-output.ts';
import { createVolume, followVolume, type VolumeControl } from '../output/volume.ts';
import { createLive } from '../../../sync/model/live.ts';
import { trackWords } from '../../platform/track-words.ts';
import { toast } from '../../engine/toast.ts';
import { type OnAir, watchStation } from './station-watch.ts';
import { radioMachine } from './radio-machine.ts';
import { isHeld, type RadioState } from './radio-state.ts';
import { cacheListenUrl, cachedListenUrl } from './cached-address.ts';
import { radioTexts } from './radio-texts.ts';
import { defaultListenUrl, type StationAnswer } from './station.ts';

export type RadioControls = 'bar' | 'gate';

const GATE_VOLUME = 0.7;

export interface RadioController {
  state: Live<RadioState>;
  onAir: Live<OnAir>;
  volumes: Record<RadioControls, VolumeControl>;
  /** Call inside the press handler if possible: the browser may block a later start. */
  start(controls: RadioControls): void;
  stop(): void;
  /** Turns the radio off without a toast. */
  displace(): void;
  play(): void;
  pause(): void;
  /** Polls the station, until the returned function is called. */
  watch(): () => void;
}

interface RadioParts {
  /** The station's base URL. If null, every start fails as if the station did not answer. */
  base: string | null;
  output: StreamOutput;
  sound: PageSound;
  ask(base: string): Promise<StationAnswer | null>;
}

export function openRadio({
  base,
  output,
  sound: { volume, fade, owner, lockScreen, signals },
  ask,
}: RadioParts): RadioController {
  const nextUrl = () => {
    const url = new URL(base === null ? 'about:blank' : (cachedListenUrl(base) ?? defaultListenUrl(base)));
    if (base !== null) url.searchParams.set('at', Date.now().toString(36));
    return url.href;
  };
  const actor = createActor(radioMachine, { input: { output, nextUrl } });
  const state = createLive<RadioState>('off');
  const volumes = { bar: volume, gate: createVolume({ value: GATE_VOLUME, isMuted: false }) };
  const station = watchStation({
    ask: async () => (base === null ? null : ask(base)),
    latency: output.latency,
    onListenUrl: (url) => base !== null && cacheListenUrl(base, url),
    signals,
    random: () => Math.random(),
  });
  const play = () => actor.send({ type: 'play.requested' });
  const pause = () => actor.send({ type: 'pause.requested' });
  const stop = () => actor.send({ type: 'radio.stopped' });
  const displace = () => actor.send({ type: 'radio.displaced' });

  const showLockScreen = () => {
    const { song } = station.onAir.get();
    const now = state.get();
    if (now === 'off') return lockScreen.clear('radio');
    lockScreen.show('radio', {
      title: song?.title || radioTexts.onAir,
      artist: song?.artist || trackWords.unknownArtist,
      album: radioTexts.onAir,
      artwork: song?.art ?? null,
      state: isHeld(now) ? 'paused' : 'playing',
      position: null,
      keys: { play, pause, stop },
    });
  };

  actor.subscribe(({ value }) => {
    // Set the state first: `setSounding` may change the song, and listeners of the song read the state.
    state.set(typeof value === 'object' ? 'reconnecting' : value);
    station.setSounding(state.get() === 'onAir');
    showLockScreen();
  });
  let stopWatching = () => {};
  actor.on('radio.entered', () => {
    stopWatching = station.watch();
  });
  actor.on('radio.left', () => {
    stopWatching();
    // The player restores its queue, paused (S-20).
    owner.assign('player');
  });
  actor.on('sound.started', () => {
    owner.begin();
    lockScreen.renew('radio');
  });
  actor.on('stream.unavailable', () => {
    const host = base === null ? null : hostElsewhere(cachedListenUrl(base), base);
    const text = host === null ? {} : { text: radioTexts.elsewhere(host) };
    toast({ id: 'radio', kind: 'error', title: radioTexts.unavailable, ...text });
  });
  actor.on('radio.stopped', () => toast({ id: 'radio', kind: 'info', title: radioTexts.stopped, duration: 2000 }));
  actor.on('sound.interrupted', () =>
    toast({ id: 'radio', kind: 'info', title: radioTexts.interrupted, duration: 3000 }),
  );
  actor.start();

  let stopFollowing = followVolume(volumes.bar, [fade], output);
  station.onAir.subscribe(showLockScreen);
  // The player takes over: a track was pressed, or the sleep timer has ended the radio.
  owner.part.subscribe(() => owner.part.get() === 'player' && displace());
  owner.onOtherPage(() => actor.send({ type: 'otherPage.started' }));
  signals.onOnline(() => actor.send({ type: 'network.returned' }));
  if (base !== null && cachedListenUrl(base) === null && signals.isOnline()) station.pollOnce();

  return {
    state,
    onAir: station.onAir,
    volumes,
    start(controls) {
      stopFollowing();
      stopFollowing = followVolume(volumes[controls], [fade], output);
      owner.assign('radio');
      actor.send({ type: 'radio.started' });
    },
    stop,
    displace,
    play,
    pause,
    watch: station.watch,
  };
}

/** The stream's host if it differs from the station's, because the page's CSP forbids streams from other hosts; otherwise null. */
function hostElsewhere(listenUrl: string | null, base: string): string | null {
  if (listenUrl === null || !URL.canParse(listenUrl)) return null;
  const { host, hostname } = new URL(listenUrl);
  return hostname === new URL(base, window.location.href).hostname ? null : host;
}
