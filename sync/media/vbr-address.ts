/**
 * An MP3 of a varying rate has a table of its frames in front (`frame-table.ts`), and its name says so: '..._vbr.mp3'. A player
 * may ask for it as an MP4, which the worker makes of it on the way; without a worker the answer is the MP3.
 */

const MARK = '_vbr';
const STORED = /_vbr\.mp3(?=#|$)/;
const ASKED = '?in=mp4';

/** What a file's name has before its extension. */
export const vbrMark = (isVarying: boolean): string => (isVarying ? MARK : '');

/** Whether a path or an address names an MP3 with a table of its frames. */
export const isVbr = (address: string): boolean => STORED.test(address);

/** The address under which a track is asked for as an MP4; of one without a table its own. */
export const inMp4 = (address: string): string => address.replace(STORED, `$&${ASKED}`);

/** The address of the stored MP3 behind one that asks for an MP4; null for any other. */
export function behindMp4(address: string): string | null {
  const stored = address.replace(ASKED, '');
  return stored !== address && isVbr(stored) ? stored : null;
}
