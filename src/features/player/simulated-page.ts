import type { AccountState, AcknowledgedAction, KeptState, SyncStatus, TrackView } from '../../../sync/client.ts';
import type { OnLockScreen } from '../../audio/lock-screen.ts';
import type { PageSound } from '../../audio/page-sound.ts';
import { createVolume } from '../../audio/volume.ts';
import type { Part } from '../../audio/who-sounds.ts';
import { createStore } from '../../lib/store.ts';
import type { PersonDoors } from './player-person.ts';
import type { PlayerTrack } from './player-track.ts';

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

/** What a page has for its sound, without a browser: a test reads the lock screen and says what the browser says. */
export function simulatedSound() {
  const listeners = { visibility: new Set<() => void>(), leave: new Set<() => void>(), online: new Set<() => void>() };
  const otherPages = new Set<() => void>();
  const part = createStore<Part>('player');
  let shown: { part: Part; what: OnLockScreen } | null = null;
  let begun = 0;
  const hear = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  const tell = (set: Set<() => void>) => [...set].forEach((listener) => listener());
  const sound: PageSound = {
    volume: createVolume(),
    who: { part, give: part.set, begin: () => void (begun += 1), onOtherPage: hear(otherPages) },
    lockScreen: {
      show: (owner, what) => void (shown = { part: owner, what }),
      renew: () => undefined,
      clear: (owner) => {
        if (shown?.part === owner) shown = null;
      },
    },
    signals: {
      isVisible: () => true,
      isOnline: () => true,
      onVisibility: hear(listeners.visibility),
      onLeave: hear(listeners.leave),
      onOnline: hear(listeners.online),
    },
  };
  return {
    sound,
    /** Part and title on the lock screen; null when it is empty. */
    lockScreen: () => shown && `${shown.part}: ${shown.what.title}, ${shown.what.state}`,
    begun: () => begun,
    leavePage: () => tell(listeners.leave),
    hidePage: () => tell(listeners.visibility),
    otherPageSounds: () => tell(otherPages),
    /** Listeners that the page still has for what sounds in it. */
    listening: () => otherPages.size + Object.values(listeners).reduce((sum, set) => sum + set.size, 0),
  };
}

const status: SyncStatus = {
  network: 'online',
  busySince: null,
  waiting: 0,
  failed: 0,
  lastSyncedAt: null,
  storage: 'ok',
  updateRequired: false,
};

/** The engine's doors on one device. Like the real ones they lead to whomever the account names when they are used. */
export function simulatedDoors() {
  const account = createStore<AccountState>({ kind: 'nobody' });
  const texts = new Map<string, string>();
  const queued: { owner: string; trackId: string }[] = [];
  const hearing = new Set<(action: AcknowledgedAction) => void>();
  const owner = () => {
    const now = account.get();
    return now.kind === 'user' ? now.userId : now.kind;
  };
  const nothing = { get: (): TrackView | null => null, subscribe: () => () => undefined };
  const doors: PersonDoors = {
    account,
    status: { get: () => status, subscribe: () => () => undefined },
    track: () => nothing,
    enqueue: (_, payload) => {
      queued.push({ owner: owner(), trackId: String(Reflect.get(payload, 'track_id')) });
      return Promise.resolve('action');
    },
    onAcknowledged: (listener) => {
      hearing.add(listener);
      return () => void hearing.delete(listener);
    },
    device: {
      mark: (key) => texts.get(`${owner()} ${key}`) ?? null,
      setMark: (key, value) => Boolean(texts.set(`${owner()} ${key}`, value)),
    },
    kept: {
      states: { get: () => new Map<string, KeptState>(), subscribe: () => () => undefined },
      keepPlayed: () => Promise.resolve(),
      reportBroken: () => Promise.resolve(true),
    },
  };
  return {
    doors,
    /** Somebody signs in, by name; `guest`, or `nobody`. */
    become(name: string) {
      if (name === 'nobody') account.set({ kind: 'nobody' });
      else if (name === 'guest') account.set({ kind: 'guest', expiresAt: '2027-01-01T00:00:00Z' });
      else account.set({ kind: 'user', userId: name, email: `${name}@example.com`, locked: false });
    },
    owner,
    /** What the device has of somebody's player, as it was written; empty when there is nothing. */
    keptOf: (name: string) =>
      [...texts].filter(([key]) => key.startsWith(`${name} `)).map(([key, value]) => `${key.split(' ')[1]} ${value}`),
    /** Plays that were queued, and for whom. */
    queued,
    acknowledge(action: Pick<AcknowledgedAction, 'status' | 'result'> & { trackId: string }) {
      const { trackId, ...rest } = action;
      for (const listener of [...hearing])
        listener({
          id: 'action',
          kind: 'play.record',
          payload: { track_id: trackId },
          occurredAt: '2026-11-21T12:00:00Z',
          ...rest,
        });
    },
    hearing: () => hearing.size,
  };
}
