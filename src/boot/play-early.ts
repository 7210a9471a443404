import { textName } from '../../sync/core/names.ts';
import { makeElements, soundAddress } from '../playback/output/sound-element.ts';
import { openWhoSounds } from '../playback/output/who-sounds.ts';
import { trackWords } from '../platform/track-words.ts';
import { POSITION_TEXT, TRACKS_TEXT } from '../platform/saved-texts.ts';
import { attributes, bootState, soundOf } from './contract.ts';
import { stopEarlySound } from './early-sound.ts';
import { fieldsOf } from './fields-of.ts';
import { writeStyles } from './snapshot.ts';

const SOUND = `[${attributes.sound}]`;

/**
 * Plays the track of a button before the app is there, or pauses it, within the press itself: a phone lets a page sound that is
 * pressed, and not one that was pressed three seconds ago. When the press is done again in the app, its player takes the sound.
 * @param forget lets go of the press: the sound has gone to another page
 */
export function playEarly(button: HTMLElement, owner: string, tree: ShadowRoot, forget: () => void): void {
  const url = soundOf(button) ?? '';
  const now = bootState().sound;
  if (now?.url === url && !now.element.ended) return now.element.paused ? start(now.element) : now.element.pause();
  stopEarlySound();
  const [element, ...spare] = makeElements();
  const { volume, isMuted, startS } = savedFor(owner, url);
  const who = openWhoSounds();
  const left = new AbortController();
  const on = (type: string, run: () => void) => element.addEventListener(type, run, { signal: left.signal });
  const show = () => showSounding(tree, url, !element.paused);
  on('play', show);
  on('pause', show);
  on('playing', who.begin);
  on('loadedmetadata', () => {
    if (startS > 0) element.currentTime = Math.min(startS, Math.max(0, element.duration - 0.1));
  });
  // The app does the press anew, and says what there is to say.
  on('error', stopEarlySound);
  const stopHearing = who.onOtherPage(() => {
    stopEarlySound();
    forget();
  });
  bootState().sound = {
    url,
    element,
    spare,
    leave() {
      left.abort();
      stopHearing();
      showSounding(tree, url, false);
    },
  };
  element.volume = volume;
  element.muted = isMuted;
  element.src = soundAddress(url);
  start(element);
}

function start(element: HTMLAudioElement): void {
  element.play().catch((error: unknown) => {
    // Refused, the press is the app's alone. Anything else ends nothing here: a pause that came first stays one, and of a file that does not
    // sound the element's own 'error' tells.
    if (error instanceof DOMException && error.name === 'NotAllowedError' && bootState().sound?.element === element)
      stopEarlySound();
  });
}

/** As the player of the app would begin: at this person's volume, a track that they left at its second there. */
function savedFor(owner: string, url: string): { volume: number; isMuted: boolean; startS: number } {
  const { index, positionS, volume, isMuted } = savedFields(owner, POSITION_TEXT);
  const tracks = savedFields(owner, TRACKS_TEXT);
  const isCurrent = fieldsOf(tracks[String(index)])['audioSrc'] === url;
  return {
    volume: typeof volume === 'number' ? Math.min(1, Math.max(0, volume)) : 1,
    isMuted: isMuted === true,
    startS: isCurrent && typeof positionS === 'number' ? positionS : 0,
  };
}

function savedFields(owner: string, key: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(localStorage.getItem(textName(owner, key)) ?? 'null'));
  } catch {
    return {};
  }
}

/** A page that was kept while a track sounded says so of a track that is silent now. */
export function silence(tree: ShadowRoot): void {
  for (const button of tree.querySelectorAll<HTMLElement>(SOUND)) showButton(button, false);
}

function showSounding(tree: ShadowRoot, url: string, isSounding: boolean): void {
  for (const button of tree.querySelectorAll<HTMLElement>(SOUND))
    if (soundOf(button) === url) showButton(button, isSounding);
}

/** Shows a button as the app does, with the picture that the build has drawn of it (src/boot/build/draw-page.tsx). */
function showButton(button: HTMLElement, isSounding: boolean): void {
  const label = button.getAttribute('aria-label') ?? '';
  const { play, pause } = trackWords;
  const [from, to] = isSounding ? [play, pause] : [pause, play];
  if (!label.startsWith(from(''))) return;
  button.setAttribute('aria-label', to(label.slice(from('').length)));
  const discs =
    document.querySelector<HTMLTemplateElement>(`template[${attributes.page}=discs]`)?.content.children ?? [];
  const disc = [...discs].find((one) => one.className === button.className && one.ariaLabel?.startsWith(to('')));
  if (!disc) return;
  button.replaceChildren(...disc.cloneNode(true).childNodes);
  writeStyles(button);
}
