import { isIos } from '../../platform/ios.ts';
import type { Part } from './sound-owner.ts';

export interface LockScreenContent {
  title: string;
  artist: string;
  album?: string;
  /** Image URL; the app's logo is the fallback. */
  artwork: string | null;
  state: 'playing' | 'paused';
  /** In seconds; null for a live stream, which has no duration. */
  position: { positionS: number; durationS: number } | null;
  keys: LockScreenKeys;
}

export interface LockScreenKeys {
  play(): void;
  pause(): void;
  stop?: () => void;
  next?: () => void;
  previous?: () => void;
  seekTo?: (seconds: number) => void;
  seekBy?: (seconds: number) => void;
}

/** The lock screen belongs to the part of the page that called `show` last. */
export interface LockScreen {
  show(part: Part, content: LockScreenContent): void;
  /** A new source plays. iOS then forgets title and keys, so the next `show` sets them again. */
  renew(part: Part): void;
  /** Does nothing if another part owns the lock screen. */
  clear(part: Part): void;
}

/** Seconds that a seek key moves the position if the system gives no offset. */
const SEEK_S = 10;
/** Sizes that lock screens, car displays and watches request. */
const ARTWORK_SIZES = ['96x96', '192x192', '256x256', '384x384', '512x512'];

export function openLockScreen(
  media: MediaSession | null = 'mediaSession' in navigator ? navigator.mediaSession : null,
  isOnIos = isIos(),
): LockScreen {
  let holder: Part | null = null;
  /** Unchanged content is not set again, because some systems would reload the artwork. */
  let shown = '';
  return {
    show(part, content) {
      if (!media) return;
      // On iOS the seek keys replace previous and next.
      const handlers = handlersOf(content.keys, !isOnIos);
      const next = JSON.stringify([
        part,
        content.title,
        content.artist,
        content.album,
        content.artwork,
        Object.keys(handlers),
      ]);
      if (next !== shown) {
        media.metadata = metadataOf(content);
        setHandlers(media, handlers);
      }
      holder = part;
      shown = next;
      media.playbackState = content.state;
      setPosition(media, content.position);
    },
    renew(part) {
      if (isOnIos && holder === part) shown = '';
    },
    clear(part) {
      if (!media || holder !== part) return;
      holder = null;
      shown = '';
      media.metadata = null;
      media.playbackState = 'none';
      setPosition(media, null);
      setHandlers(media, {});
    },
  };
}

function metadataOf({ title, artist, album, artwork }: LockScreenContent): MediaMetadata {
  return new MediaMetadata({
    title,
    artist,
    ...(album === undefined ? {} : { album }),
    artwork: ARTWORK_SIZES.map((sizes) => ({ src: artwork ?? '/icons/icon-512.png', sizes })),
  });
}

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler>>;

function handlersOf(
  { play, pause, stop, next, previous, seekTo, seekBy }: LockScreenKeys,
  showsSeekKeys: boolean,
): Handlers {
  return {
    play,
    pause,
    ...(stop && { stop }),
    ...(next && { nexttrack: next }),
    ...(previous && { previoustrack: previous }),
    ...(seekTo && { seekto: ({ seekTime }) => seekTime !== undefined && seekTo(seekTime) }),
    ...(seekBy &&
      showsSeekKeys && {
        seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? SEEK_S)),
        seekforward: ({ seekOffset }) => seekBy(seekOffset ?? SEEK_S),
      }),
  };
}

const ACTIONS: MediaSessionAction[] = [
  'play',
  'pause',
  'stop',
  'nexttrack',
  'previoustrack',
  'seekto',
  'seekbackward',
  'seekforward',
];

function setHandlers(media: MediaSession, handlers: Handlers): void {
  for (const action of ACTIONS) {
    try {
      media.setActionHandler(action, handlers[action] ?? null);
    } catch {
      // A browser may not support an action; the others still work.
    }
  }
}

/** Sets the position, or clears an unknown one. A position past the end is clamped, because the browser would throw. */
function setPosition(media: MediaSession, position: LockScreenContent['position']): void {
  if (!('setPositionState' in media)) return;
  if (!position || !(position.durationS > 0) || !Number.isFinite(position.positionS)) return media.setPositionState();
  const { positionS, durationS } = position;
  media.setPositionState({
    duration: durationS,
    position: Math.min(Math.max(0, positionS), durationS),
    playbackRate: 1,
  });
}
