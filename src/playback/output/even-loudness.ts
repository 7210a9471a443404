import { createLive } from '../../../sync/model/live.ts';
import { localTexts } from '../../platform/page-storage.ts';
import { EVEN_LOUDNESS_KEY as KEY } from '../../platform/saved-texts.ts';

const read = () => localTexts.get(KEY) !== 'off';

/** Whether this device turns loud tracks down to a common loudness; it does unless the person turned that off. */
export const evensLoudness = createLive(read());

// Only other tabs receive this event.
window.addEventListener('storage', ({ key }) => key === KEY && evensLoudness.set(read()));

export function setEvensLoudness(isOn: boolean): void {
  localTexts.set(KEY, isOn ? 'on' : 'off');
  evensLoudness.set(isOn);
}
