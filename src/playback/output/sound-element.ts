import { inMp4 } from '../../../sync/media/vbr-address.ts';

/** One for the current track, one for the next, and one that is being given back. */
const ELEMENTS = 3;

/** Makes audio elements. Made inside a gesture they may start later without one, on a locked phone too. */
export function makeElements(): [HTMLAudioElement, ...HTMLAudioElement[]] {
  const make = () => {
    const element = new Audio();
    element.load();
    return element;
  };
  return [make(), ...Array.from({ length: ELEMENTS - 1 }, make)];
}

/**
 * What an element is given for a track's address. In an MP4 the place of each frame is told, and a seek is true: of an MP3 whose rate
 * varies browsers guess it.
 */
export function soundAddress(url: string): string {
  return new Audio().canPlayType('audio/mp4; codecs="mp3"') === 'probably' ? inMp4(url) : url;
}

/** Has an element let go of its file. Howler does it by a data: address, which the app's policy forbids and Firefox reports. */
export function dropSource(element: HTMLAudioElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
