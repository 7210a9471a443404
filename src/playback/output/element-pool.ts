import { Howl, Howler } from 'howler';
import { adoptEarlySound } from '../../boot/early-sound.ts';
import { dropSource, makeElements, soundAddress } from './sound-element.ts';

/** The output plays the elements itself: Howler's `play()` waits for `canplaythrough`, and its unlocking reloads playing elements. */
Howler.autoUnlock = false;
// By default Howler reports a file as loaded at 'canplaythrough', which may come late on a slow network. Our playback waits neither for
// 'canplaythrough' nor for 'canplay'.
Reflect.set(Howler, '_canPlayEvent', 'canplay');

let isPoolFilled = false;

/** @param elements the spare elements of an early press, if there was one */
export function fillPool(elements?: readonly HTMLAudioElement[]): void {
  if (isPoolFilled) return;
  isPoolFilled = true;
  for (const element of elements ?? makeElements()) giveToPool(element);
}

function giveToPool(element: HTMLAudioElement): void {
  // Howler takes only elements with this flag back into its pool.
  Reflect.set(element, '_unlocked', true);
  const release: unknown = Reflect.get(Howler, '_releaseHtml5Audio');
  if (typeof release !== 'function') throw new Error('Howler 2.2.4 is expected to have _releaseHtml5Audio');
  release.call(Howler, element);
}

/** An element with its source. */
export interface Loaded {
  element: HTMLAudioElement;
  url: string;
  heardBeforeMs: number;
  release(): void;
}

/** Opens a source on an element of the pool. */
export function openSource(url: string): Loaded {
  fillPool();
  const howl = new Howl({ src: [soundAddress(url)], format: ['mp3'], html5: true, preload: true });
  Reflect.set(howl, '_clearSound', dropSource);
  const sounds: unknown = Reflect.get(howl, '_sounds');
  const element: unknown = Array.isArray(sounds) ? sounds[0]?._node : null;
  if (!(element instanceof HTMLAudioElement))
    throw new Error('Howler 2.2.4 is expected to hold its element at _sounds[0]._node');
  return { element, url, heardBeforeMs: 0, release: () => void howl.unload() };
}

/** Takes over the audio of a press that came before the app booted. If that was another track, stops it and returns null. */
export function adoptSource(url: string): Loaded | null {
  const early = adoptEarlySound(url);
  if (!early) return null;
  const { element, spare } = early;
  fillPool(spare);
  const release = () => {
    dropSource(element);
    giveToPool(element);
  };
  return { element, url, heardBeforeMs: playedS(element) * 1000, release };
}

export function playedS({ played }: HTMLAudioElement): number {
  let sum = 0;
  for (let i = 0; i < played.length; i++) sum += played.end(i) - played.start(i);
  return sum;
}
