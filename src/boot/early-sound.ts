import { dropSource } from '../playback/output/sound-element.ts';
import { bootState, type EarlySound } from './contract.ts';

/** Hands over the early audio if it plays this track. Otherwise stops it, and returns null. */
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

export function stopEarlySound(): void {
  const { sound } = bootState();
  if (!sound) return;
  delete bootState().sound;
  sound.release();
  dropSource(sound.element);
}
