import { inMp4 } from '../../../sync/media/vbr-address.ts';

/** The number of elements: one for the current track, one for the next, one on its way back to the pool. */
const ELEMENTS = 3;

/** Creates audio elements. Created inside a user gesture, they may later start without one, also on a locked phone. */
export function makeElements(): [HTMLAudioElement, ...HTMLAudioElement[]] {
  const make = () => {
    const element = new Audio();
    element.load();
    return element;
  };
  return [make(), ...Array.from({ length: ELEMENTS - 1 }, make)];
}

/**
 * The URL that an element loads for a track. An MP4 lists the offset of each frame, so seeks are exact; in a
 * variable-bitrate MP3 browsers guess the offset.
 */
export function soundAddress(url: string): string {
  return new Audio().canPlayType('audio/mp4; codecs="mp3"') === 'probably' ? inMp4(url) : url;
}

/** Unloads an element's file. Howler uses a data: URL for this, which our CSP forbids and Firefox reports. */
export function dropSource(element: HTMLAudioElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
