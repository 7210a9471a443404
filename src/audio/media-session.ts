/** The lock screen's view of what plays. Feature-detected: where there is no Media Session these do nothing. */
export interface SessionTrack {
  title: string;
  artist: string;
  artwork: string | null;
}

export interface SessionHandlers {
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  seekTo(seconds: number): void;
}

const session = () => ('mediaSession' in navigator ? navigator.mediaSession : null);

/** Sets what plays and what the keys do. iOS forgets both on a new source, so it is called on every start of sound. */
export function showOnLockScreen(track: SessionTrack, handlers: SessionHandlers): void {
  const media = session();
  if (!media) return;
  media.metadata = new MediaMetadata({
    title: track.title,
    artist: track.artist,
    artwork: track.artwork ? ['96x96', '256x256', '512x512'].map((sizes) => ({ src: track.artwork ?? '', sizes })) : [],
  });
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => handlers.play()],
    ['pause', () => handlers.pause()],
    ['nexttrack', () => handlers.next()],
    ['previoustrack', () => handlers.previous()],
    ['seekto', (details) => details.seekTime !== undefined && handlers.seekTo(details.seekTime)],
  ];
  // seekbackward and seekforward stay unset: on iOS lock screens they displace previous and next.
  for (const [action, handler] of actions) {
    try {
      media.setActionHandler(action, handler);
    } catch {
      // An engine may not know an action; the others still work.
    }
  }
}

/** Tells the lock screen whether sound runs and where. Clamped: setPositionState throws on NaN and on position > duration. */
export function placeOnLockScreen(state: 'playing' | 'paused' | 'none', positionS: number, durationS: number): void {
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
