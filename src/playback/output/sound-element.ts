import { inMp4 } from '../../../sync/media/vbr-address.ts';

/** For the current track, the next one, and an element on its way back to the pool. */
const ELEMENTS = 3;

/** Creates the elements of the pool. Those created inside a user gesture may later start without one, even on a locked phone. */
export function makeElements(): [HTMLAudioElement, ...HTMLAudioElement[]] {
  const make = () => {
    const element = new Audio();
    element.load();
    return element;
  };
  return [make(), ...Array.from({ length: ELEMENTS - 1 }, make)];
}

/**
 * Returns the MP4 address of a variable-bitrate MP3 if the browser can play it. An MP4 lists the offset of each frame, so seeks are exact;
 * in a variable-bitrate MP3, browsers guess the offset.
 */
export function soundAddress(url: string): string {
  return new Audio().canPlayType('audio/mp4; codecs="mp3"') === 'probably' ? inMp4(url) : url;
}

/** Stops the element and removes its source. Howler would set a data: URL, which our CSP forbids and Firefox reports. */
export function dropSource(element: HTMLAudioElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
