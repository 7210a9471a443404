import { type LockScreen, openLockScreen } from './lock-screen.ts';
import { createVolume, type VolumeControl } from './volume.ts';
import { openWhoSounds, type WhoSounds } from './who-sounds.ts';
import { type PageSignals, pageSignals } from '../lib/page-signals.ts';

/** What player and radio share in a page. There is one, and it stays when another person signs in. */
export interface PageSound {
  /** The volume of the bar at the bottom, which player and radio share. */
  volume: VolumeControl;
  who: WhoSounds;
  lockScreen: LockScreen;
  signals: PageSignals;
}

export function openPageSound(): PageSound {
  return { volume: createVolume(), who: openWhoSounds(), lockScreen: openLockScreen(), signals: pageSignals };
}
