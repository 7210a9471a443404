import { createLive } from '../../../sync/model/live.ts';
import { localTexts } from '../../platform/page-storage.ts';
import { LOUDNESS_NORMALIZATION_KEY as KEY } from '../../platform/saved-texts.ts';

const read = () => localTexts.get(KEY) !== 'off';

/** Whether this device turns loud tracks down to a common loudness; it does unless the person turned that off. */
export const normalizesLoudness = createLive(read());

// Only other tabs receive this event.
window.addEventListener('storage', ({ key }) => key === KEY && normalizesLoudness.set(read()));

export function setNormalizesLoudness(isOn: boolean): void {
  localTexts.set(KEY, isOn ? 'on' : 'off');
  normalizesLoudness.set(isOn);
}
