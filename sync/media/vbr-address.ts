/** A variable-rate MP3 has a frame table and the name '..._vbr.mp3'. The service worker can serve it as an MP4. */

const MARK = '_vbr';
const VBR_NAME = /_vbr\.mp3(?=#|$)/;
const MP4_QUERY = '?in=mp4';

export const vbrMark = (isVariableBitrate: boolean): string => (isVariableBitrate ? MARK : '');

export const isVbr = (address: string): boolean => VBR_NAME.test(address);

/** The address that requests a file as an MP4; unchanged for a file without a table. */
export const inMp4 = (address: string): string => address.replace(VBR_NAME, `$&${MP4_QUERY}`);

/** The address of the stored MP3 for that of a requested MP4; null for any other address. */
export function mp3OfMp4(address: string): string | null {
  const stored = address.replace(MP4_QUERY, '');
  return stored !== address && isVbr(stored) ? stored : null;
}
