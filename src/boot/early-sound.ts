import { dropSource } from '../playback/output/sound-element.ts';
import { bootState, type EarlySound } from './contract.ts';

/** Takes the sound of a press before the app, if it is this track's; any other ends. */
export function takeEarlySound(url: string): EarlySound | null {
  const { sound } = bootState();
  if (sound?.url !== url) {
    stopEarlySound();
    return null;
  }
  delete bootState().sound;
  sound.leave();
  return sound;
}

/** Ends a sound that nobody will take. */
export function stopEarlySound(): void {
  const { sound } = bootState();
  if (!sound) return;
  delete bootState().sound;
  sound.leave();
  dropSource(sound.element);
}
