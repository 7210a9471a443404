import { createLive } from '../../../sync/model/live.ts';
import { localTexts } from '../../platform/page-storage.ts';

const KEY = 'even-loudness';

/** Whether this device turns loud tracks down to a common loudness; it does unless the person turned that off. */
export const evensLoudness = createLive(localTexts.get(KEY) !== 'off');

export function setEvensLoudness(isOn: boolean): void {
  localTexts.set(KEY, isOn ? 'on' : 'off');
  evensLoudness.set(isOn);
}
