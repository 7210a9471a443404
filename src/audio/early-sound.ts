/**
 * The sound of a press before the app was there: it began in the page, within the press (src/start/play-early.ts), and the player
 * takes it as its own when it is told to load that track.
 */
export interface EarlySound {
  /** Of the track, as its row names it. */
  readonly url: string;
  readonly element: HTMLAudioElement;
  /** Elements that the same press has allowed to sound, for the tracks that follow. */
  readonly spare: readonly HTMLAudioElement[];
  /** Called when it is no longer the page's to hear and to show. */
  readonly leave: () => void;
}

declare global {
  interface Window {
    earlySound?: EarlySound;
  }
}

/** Ends a sound that nobody will take. */
export function stopEarlySound(): void {
  const sound = window.earlySound;
  if (!sound) return;
  delete window.earlySound;
  sound.leave();
  dropSource(sound.element);
}

/** Has an element let go of its file. Howler does it by a data: address, which the app's policy forbids and Firefox reports. */
export function dropSource(element: HTMLAudioElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
