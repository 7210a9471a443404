import { dropSource } from '../playback/output/sound-element.ts';
import { bootState, type EarlySound } from './contract.ts';

/** Takes over the early audio if it is this track's; stops it otherwise. */
export function adoptEarlySound(url: string): EarlySound | null {
  const { sound } = bootState();
  if (sound?.url !== url) {
    stopEarlySound();
    return null;
  }
  delete bootState().sound;
  sound.release();
  return sound;
}

/** Stops the early audio, if there is any. */
export function stopEarlySound(): void {
  const { sound } = bootState();
  if (!sound) return;
  delete bootState().sound;
  sound.release();
  dropSource(sound.element);
}
