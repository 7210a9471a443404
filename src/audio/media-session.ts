/** The lock screen's view of what plays. Feature-detected: where there is no Media Session these do nothing. */
export interface SessionTrack {
  title: string;
  artist: string;
  artwork: string | null;
}

export interface SessionHandlers {
  play(): void;
  pause(): void;
  /** Null while there is nothing to go to. */
  next: (() => void) | null;
  previous(): void;
  seekTo(seconds: number): void;
  seekBy(seconds: number): void;
}

/** Steps of the lock screen's seek keys when the system names none, in seconds. */
const SEEK_S = 10;
/** Sizes that lock screens, car displays and watches ask for. */
const ARTWORK_SIZES = ['96x96', '192x192', '256x256', '384x384', '512x512'];
const ACTIONS: MediaSessionAction[] = [
  'play',
  'pause',
  'nexttrack',
  'previoustrack',
  'seekto',
  'seekbackward',
  'seekforward',
];

const session = () => ('mediaSession' in navigator ? navigator.mediaSession : null);

/** On lock screens of iOS the keys for 10 s take the places of previous and next. */
const displacesNext = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);

/** Sets what plays and what the keys do. iOS forgets both on a new source, so it is called on every start of sound. */
export function showOnLockScreen(track: SessionTrack, handlers: SessionHandlers): void {
  const media = session();
  if (!media) return;
  media.metadata = new MediaMetadata({
    title: track.title,
    artist: track.artist,
    artwork: track.artwork ? ARTWORK_SIZES.map((sizes) => ({ src: track.artwork ?? '', sizes })) : [],
  });
  const { next } = handlers;
  const seeks = displacesNext() ? null : handlers.seekBy;
  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {
    play: () => handlers.play(),
    pause: () => handlers.pause(),
    nexttrack: next && (() => next()),
    previoustrack: () => handlers.previous(),
    seekto: (details) => details.seekTime !== undefined && handlers.seekTo(details.seekTime),
    seekbackward: seeks && ((details) => seeks(-(details.seekOffset ?? SEEK_S))),
    seekforward: seeks && ((details) => seeks(details.seekOffset ?? SEEK_S)),
  };
  for (const action of ACTIONS) setHandler(media, action, actions[action] ?? null);
}

/** Tells the lock screen whether sound runs and where. Clamped: setPositionState throws on NaN and on position > duration. */
export function placeOnLockScreen(state: 'playing' | 'paused', positionS: number, durationS: number): void {
  const media = session();
  if (!media) return;
  media.playbackState = state;
  if (!('setPositionState' in media) || !(durationS > 0) || !Number.isFinite(positionS)) return;
  media.setPositionState({
    duration: durationS,
    position: Math.min(Math.max(0, positionS), durationS),
    playbackRate: 1,
  });
}

/** Takes everything of the player off the lock screen. */
export function leaveLockScreen(): void {
  const media = session();
  if (!media) return;
  media.metadata = null;
  media.playbackState = 'none';
  if ('setPositionState' in media) media.setPositionState();
  for (const action of ACTIONS) setHandler(media, action, null);
}

function setHandler(media: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    media.setActionHandler(action, handler);
  } catch {
    // An engine may not know an action; the others still work.
  }
}
