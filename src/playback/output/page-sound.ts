import { type LockScreen, openLockScreen } from './lock-screen.ts';
import { createVolume, type VolumeControl } from './volume.ts';
import { normalizesLoudness } from './loudness-normalization.ts';
import { openSoundOwner, type SoundOwner } from './sound-owner.ts';
import type { Live } from '../../../sync/client.ts';
import { createLive, type LiveValue } from '../../../sync/model/live.ts';
import { type PageSignals, pageSignals } from '../../platform/page-signals.ts';

/** The parts of the sound that player and radio share. One per page, also when another person signs in. */
export interface PageSound {
  volume: VolumeControl;
  /** Factor on the volume, 0 to 1; below 1 while the sleep timer fades out. */
  fade: LiveValue<number>;
  /** Whether this device turns loud tracks down. */
  normalizesLoudness: Live<boolean>;
  owner: SoundOwner;
  lockScreen: LockScreen;
  signals: PageSignals;
}

export function openPageSound(): PageSound {
  return {
    volume: createVolume(),
    fade: createLive(1),
    normalizesLoudness,
    owner: openSoundOwner(),
    lockScreen: openLockScreen(),
    signals: pageSignals,
  };
}
