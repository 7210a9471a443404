import { type LockScreen, openLockScreen } from './lock-screen.ts';
import { createVolume, type VolumeControl } from './volume.ts';
import { openWhoSounds, type WhoSounds } from './who-sounds.ts';
import { type PageSignals, pageSignals } from '../lib/page-signals.ts';

/** What the page has once for everything that sounds in it, whoever listens. */
export interface PageSound {
  /** Of the bar at the bottom: the player's, and the radio's while it is on. */
  volume: VolumeControl;
  who: WhoSounds;
  lockScreen: LockScreen;
  signals: PageSignals;
}

export function openPageSound(): PageSound {
  return { volume: createVolume(), who: openWhoSounds(), lockScreen: openLockScreen(), signals: pageSignals };
}
