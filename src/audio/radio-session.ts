/** The lock screen's view of the live station. Feature-detected: where there is no Media Session these do nothing. */
interface RadioSong {
  title: string;
  artist: string;
  art: string | null;
}

interface RadioHandlers {
  play(): void;
  pause(): void;
  stop(): void;
}

const ALBUM = 'ON AIR';
/** A live stream has neither a place to go to nor a next one. */
const WITHOUT: MediaSessionAction[] = ['seekto', 'seekbackward', 'seekforward', 'previoustrack', 'nexttrack'];

/** Shows the song and takes the keys over. iOS forgets both on a new source, so it is called on every start of sound. */
export function showRadioOnLockScreen(song: RadioSong, state: 'playing' | 'paused', handlers: RadioHandlers): void {
  if (!('mediaSession' in navigator)) return;
  const media = navigator.mediaSession;
  const { title, artist, art } = song;
  media.metadata = new MediaMetadata({ title, artist, album: ALBUM, artwork: art ? [{ src: art }] : [] });
  media.playbackState = state;
  if ('setPositionState' in media) media.setPositionState();
  setHandler('play', () => handlers.play());
  setHandler('pause', () => handlers.pause());
  setHandler('stop', () => handlers.stop());
  for (const action of WITHOUT) setHandler(action, null);
}

/** Hands the lock screen back. */
export function leaveRadioLockScreen(): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.metadata = null;
  navigator.mediaSession.playbackState = 'none';
  for (const action of ['play', 'pause', 'stop'] as const) setHandler(action, null);
}

function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // An engine may not know an action; the others still work.
  }
}
