/**
 * A variable-rate MP3 starts with a frame table (`frame-table.ts`) and is named '..._vbr.mp3'. A player may request it as an
 * MP4, which the service worker builds on the fly; without the worker it gets the MP3.
 */

const MARK = '_vbr';
const VBR_NAME = /_vbr\.mp3(?=#|$)/;
const MP4_QUERY = '?in=mp4';

/** The suffix of such a file's name. */
export const vbrMark = (isVariableBitrate: boolean): string => (isVariableBitrate ? MARK : '');

/** Whether a path or address names an MP3 with a frame table. */
export const isVbr = (address: string): boolean => VBR_NAME.test(address);

/** The address that requests a track as an MP4; unchanged for one without a table. */
export const inMp4 = (address: string): string => address.replace(VBR_NAME, `$&${MP4_QUERY}`);

/** The address of the stored MP3 for an MP4 address; null for any other. */
export function mp3OfMp4(address: string): string | null {
  const stored = address.replace(MP4_QUERY, '');
  return stored !== address && isVbr(stored) ? stored : null;
}
