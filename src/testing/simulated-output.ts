import type { AudioOutput, AudioSignal } from '../playback/output/audio-output.ts';

/** The network, the browser and the files that a simulated output depends on. */
export interface World {
  isOnline: boolean;
  /** Whether the browser blocks the next start. A later start plays. */
  refusesStart: boolean;
  /** URLs whose file on the server is missing (`missing`) or unplayable (`broken`). */
  missing: Set<string>;
  broken: Set<string>;
  /** URLs kept on the device; a `spoiled` copy does not decode. */
  kept: Set<string>;
  spoiled: Set<string>;
}

/** A world without faults or kept tracks. */
export function quietWorld(): World {
  return {
    isOnline: true,
    refusesStart: false,
    missing: new Set(),
    broken: new Set(),
    kept: new Set(),
    spoiled: new Set(),
  };
}

export interface SimulatedFile {
  lengthS: number;
  /** How long before its end the source signals `audio.ended`. */
  endsEarlyS: number;
}
const BUFFER_S = 8;

/** An audio output that plays only while the test lets time pass, with the faults of `world`. */
export function createSimulatedOutput(
  world: World,
  { lengthS, endsEarlyS }: SimulatedFile = { lengthS: 60, endsEarlyS: 0 },
) {
  interface Source {
    loadId: number;
    url: string;
    positionS: number;
    state: 'starting' | 'sounding' | 'stalled' | 'silent';
    /** An element's position is 0 until its source is ready. */
    isReady: boolean;
    bufferedS: number;
    stalledForS: number;
  }
  const signals = new Set<(signal: AudioSignal) => void>();
  const seeks = new Set<() => void>();
  const progress = new Set<() => void>();
  let current: Source | null = null;
  let lastLoadId = 0;
  let volume = 1;

  const emit = (signal: AudioSignal) => {
    for (const listener of [...signals]) listener(signal);
  };
  const isReachable = (url: string) => world.kept.has(url) || world.isOnline;

  const output: AudioOutput = {
    load({ loadId, url, startS, play }) {
      current = {
        loadId,
        url,
        positionS: startS,
        isReady: false,
        state: play ? 'starting' : 'silent',
        bufferedS: startS,
        stalledForS: 0,
      };
      lastLoadId = loadId;
    },
    play() {
      if (current && current.state !== 'sounding') current.state = 'starting';
    },
    pause() {
      if (current) current.state = 'silent';
    },
    seek(seconds) {
      if (!current) return;
      current.positionS = Math.min(Math.max(0, seconds), lengthS);
      for (const listener of seeks) listener();
    },
    setVolume: (next) => void (volume = next),
    setMuted: () => undefined,
    prepare: () => undefined,
    unload: () => (current = null),
    position: () => ({
      positionS: current?.isReady ? current.positionS : 0,
      durationS: lengthS,
      running: current?.state === 'sounding' || current?.state === 'stalled' || current?.state === 'starting',
      heardBeforeMs: 0,
    }),
    onSignal(listener) {
      signals.add(listener);
      return () => signals.delete(listener);
    },
    onSeek(listener) {
      seeks.add(listener);
      return () => seeks.delete(listener);
    },
    onProgress(listener) {
      progress.add(listener);
      return () => progress.delete(listener);
    },
  };

  /** Ends a pending start: audio plays, is blocked or fails. */
  function settle(): void {
    if (current?.state !== 'starting') return;
    const { loadId, url } = current;
    const fail = (failure: 'network' | 'missing' | 'broken') => {
      if (current) current.state = 'silent';
      emit({ type: 'audio.failed', loadId, failure });
    };
    if (world.kept.has(url) && world.spoiled.has(url)) return fail('broken');
    if (!isReachable(url)) return fail('network');
    if (!world.kept.has(url) && world.missing.has(url)) return fail('missing');
    if (!world.kept.has(url) && world.broken.has(url)) return fail('broken');
    if (world.refusesStart) {
      world.refusesStart = false;
      current.state = 'silent';
      return emit({ type: 'audio.blocked', loadId });
    }
    current.state = 'sounding';
    current.isReady = true;
    current.bufferedS = current.positionS + BUFFER_S;
    emit({ type: 'audio.playing', loadId });
  }

  return {
    output,
    settle,
    pass(seconds: number): void {
      settle();
      const source = current;
      if (!source) return;
      if (isReachable(source.url) && source.state !== 'silent')
        source.bufferedS = Math.max(source.bufferedS, source.positionS + seconds + BUFFER_S);
      if (source.state === 'stalled') {
        source.stalledForS += seconds;
        if (source.bufferedS > source.positionS) {
          source.state = 'sounding';
          emit({ type: 'audio.playing', loadId: source.loadId });
        } else if (source.stalledForS >= 12) {
          source.stalledForS = 0;
          emit({ type: 'audio.stuck', loadId: source.loadId });
        }
      } else if (source.state === 'sounding') {
        source.positionS = Math.min(source.positionS + seconds, source.bufferedS, lengthS - endsEarlyS);
        for (const listener of progress) listener();
        if (source.positionS >= lengthS - endsEarlyS) {
          source.state = 'silent';
          emit({ type: 'audio.ended', loadId: source.loadId });
        } else if (source.positionS >= source.bufferedS) {
          source.state = 'stalled';
          source.stalledForS = 0;
          emit({ type: 'audio.stalled', loadId: source.loadId });
        }
      }
    },
    interrupt(): void {
      if (current?.state !== 'sounding') return;
      current.state = 'silent';
      emit({ type: 'audio.interrupted', loadId: current.loadId });
    },
    /** Emits signals of the previous load, which the player must ignore. */
    answerLate(type: 'audio.playing' | 'audio.ended' | 'audio.blocked' | 'audio.stuck'): void {
      emit({ type, loadId: lastLoadId - 1 });
      emit({ type: 'audio.failed', loadId: lastLoadId - 1, failure: 'missing' });
    },
    volume: () => volume,
    sounding: () => (current?.state === 'sounding' ? current.url : null),
    spoil(url: string): void {
      world.kept.add(url);
      world.spoiled.add(url);
    },
    listenerCount: () => signals.size + seeks.size + progress.size,
    isWanted: () => current !== null && current.state !== 'silent',
  };
}
