import { type LockScreen, openLockScreen } from './lock-screen.ts';
import { createVolume, type VolumeControl } from './volume.ts';
import { openWhoSounds, type WhoSounds } from './who-sounds.ts';
import { createLive, type LiveValue } from '../../../sync/model/live.ts';
import { type PageSignals, pageSignals } from '../../platform/page-signals.ts';

/** What player and radio share in a page. There is one, and it stays when another person signs in. */
export interface PageSound {
  /** The volume of the bar at the bottom, which player and radio share. */
  volume: VolumeControl;
  /** How much of the volume is let through, 0 to 1: below 1 for the moments in which the sound is put to sleep. */
  fade: LiveValue<number>;
  who: WhoSounds;
  lockScreen: LockScreen;
  signals: PageSignals;
}

export function openPageSound(): PageSound {
  return {
    volume: createVolume(),
    fade: createLive(1),
    who: openWhoSounds(),
    lockScreen: openLockScreen(),
    signals: pageSignals,
  };
}
