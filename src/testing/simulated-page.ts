import type { AcknowledgedAction, ExploreView, KeptState, Live, SyncStatus, TrackView } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import type { LockScreenContent } from '../playback/output/lock-screen.ts';
import type { PageSound } from '../playback/output/page-sound.ts';
import { createVolume } from '../playback/output/volume.ts';
import type { Part } from '../playback/output/sound-owner.ts';
import { createLive } from '../../sync/model/live.ts';
import type { PlayerScope } from '../playback/player/player-deps.ts';
import type { PlayerTrack } from '../playback/player/player-track.ts';

export function simulatedTrack(id: string): PlayerTrack {
  return {
    id,
    title: id,
    artistName: 'A',
    userId: 'artist',
    audioSrc: `https://x/${id}.mp3`,
    coverSrc: null,
    durationMs: 60_000,
    audioBytes: 960_000,
  };
}

/** A page's sound. The test controls its visibility and the other pages, and reads its lock screen. */
export function simulatedSound() {
  const listeners = { visibility: new Set<() => void>(), leave: new Set<() => void>(), online: new Set<() => void>() };
  const otherPages = new Set<() => void>();
  const part = createLive<Part>('player');
  const normalizesLoudness = createLive(true);
  let shown: { part: Part; what: LockScreenContent } | null = null;
  let begun = 0;
  let isVisible = true;
  const subscribeTo = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  const notify = (set: Set<() => void>) => [...set].forEach((listener) => listener());
  const sound: PageSound = {
    volume: createVolume(),
    fade: createLive(1),
    normalizesLoudness,
    owner: { part, assign: part.set, begin: () => void (begun += 1), onOtherPage: subscribeTo(otherPages) },
    lockScreen: {
      show: (owner, what) => void (shown = { part: owner, what }),
      renew: () => undefined,
      clear: (owner) => {
        if (shown?.part === owner) shown = null;
      },
    },
    signals: {
      isVisible: () => isVisible,
      isOnline: () => true,
      onVisibility: subscribeTo(listeners.visibility),
      onLeave: subscribeTo(listeners.leave),
      onOnline: subscribeTo(listeners.online),
    },
  };
  return {
    sound,
    lockScreen: () => shown && `${shown.part}: ${shown.what.title}, ${shown.what.state}`,
    pressOnLockScreen: (key: 'play' | 'pause' | 'stop') => shown?.what.keys[key]?.(),
    beginCount: () => begun,
    setNormalizesLoudness: normalizesLoudness.set,
    leavePage: () => notify(listeners.leave),
    returnOnline: () => notify(listeners.online),
    setVisible(next: boolean) {
      isVisible = next;
      notify(listeners.visibility);
    },
    /** Fires the event alone; `setVisible` also changes the visibility. */
    notifyVisibility: () => notify(listeners.visibility),
    otherPageSounds: () => notify(otherPages),
    listenerCount: () => otherPages.size + Object.values(listeners).reduce((sum, set) => sum + set.size, 0),
  };
}

export const emptyExplore: ExploreView = {
  state: 'complete',
  match: 'exact',
  highlights: [],
  tracks: [],
  total: 0,
  beyond: { state: 'none', found: null },
};
const status: SyncStatus = { ...freshStatus, network: 'online' };

/** A device on which the test signs people in and out by `become`. Keeps the saved texts and queued plays of each person. */
export function simulatedScopes(
  track: (id: string) => Live<TrackView | null> | undefined = () => undefined,
  parts: Partial<PlayerScope> = {},
) {
  const scope = createLive<PlayerScope | null>(null);
  const texts = new Map<string, string>();
  const queued: { owner: string; trackId: string; isManual: boolean }[] = [];
  const acknowledgementListeners = new Set<(action: AcknowledgedAction) => void>();
  let owner = 'nobody';
  const closers = new Set<() => void>();
  const isFilled = createLive(false);
  const withdrawn = createLive(0);
  const noTrack = { get: (): TrackView | null => null, subscribe: () => () => undefined };

  const scopeOf = (name: string): PlayerScope => ({
    userId: name === 'guest' ? null : name,
    syncNow: () => undefined,
    status: { get: () => status, subscribe: () => () => undefined },
    track: (id) => track(id) ?? noTrack,
    isFilled,
    absent: createLive<ReadonlySet<string>>(new Set()),
    isAbsent: () => true,
    visitTracks: () => Promise.resolve(),
    enqueue: (_, payload) => {
      queued.push({
        owner: name,
        trackId: String(Reflect.get(payload, 'track_id')),
        isManual: Boolean(Reflect.get(payload, 'is_manual')),
      });
      return Promise.resolve('action');
    },
    onAcknowledged: (listener) => {
      acknowledgementListeners.add(listener);
      return () => void acknowledgementListeners.delete(listener);
    },
    onClose: (close) => {
      closers.add(close);
      return () => void closers.delete(close);
    },
    device: {
      text: (key) => texts.get(`${name} ${key}`) ?? null,
      setText: (key, value) => Boolean(texts.set(`${name} ${key}`, value)),
    },
    kept: {
      states: createLive<ReadonlyMap<string, KeptState>>(new Map()),
      withdrawn,
      keepPlayed: () => Promise.resolve(),
      reportBroken: () => Promise.resolve(true),
    },
    explore: () => createLive(emptyExplore),
    community: createLive([]),
    ...parts,
  });
  return {
    scope,
    become(name: string) {
      if (name === owner) return;
      owner = name;
      for (const close of [...closers].reverse()) close();
      closers.clear();
      scope.set(name === 'nobody' ? null : scopeOf(name));
    },
    owner: () => owner,
    isFilled,
    withdrawn,
    savedTextsOf: (name: string) =>
      [...texts].filter(([key]) => key.startsWith(`${name} `)).map(([key, value]) => `${key.split(' ')[1]} ${value}`),
    queued,
    acknowledge(action: Pick<AcknowledgedAction, 'status' | 'result'> & { trackId: string }) {
      const { trackId, ...rest } = action;
      for (const listener of [...acknowledgementListeners])
        listener({
          id: 'action',
          kind: 'play.record',
          payload: { track_id: trackId },
          occurredAt: '2026-11-21T12:00:00Z',
          ...rest,
        });
    },
    listenerCount: () => acknowledgementListeners.size,
  };
}
