import { playGain } from '../../supabase/functions/_shared/media/play-gain.ts';
import { textName } from '../../sync/core/names.ts';
import { makeElements, soundAddress } from '../playback/output/sound-element.ts';
import { openSoundOwner } from '../playback/output/sound-owner.ts';
import { trackWords } from '../platform/track-words.ts';
import { LOUDNESS_NORMALIZATION_KEY, POSITION_KEY, TRACKS_KEY } from '../platform/saved-texts.ts';
import { attributes, bootState, soundOf } from './contract.ts';
import { stopEarlySound } from './early-sound.ts';
import { fieldsOf } from './fields-of.ts';
import { writeStyles } from './snapshot.ts';

const SOUND_SELECTOR = `[${attributes.sound}]`;

/**
 * Plays or pauses a track at once, before the player exists: phones refuse to start audio seconds after the press.
 * @param dropPress called when another tab takes over the sound
 */
export function playEarly(button: HTMLElement, owner: string, tree: ShadowRoot, dropPress: () => void): void {
  const url = soundOf(button) ?? '';
  const current = bootState().sound;
  if (current?.url === url && !current.element.ended)
    return current.element.paused ? start(current.element) : current.element.pause();
  stopEarlySound();
  const [element, ...spare] = makeElements();
  const { volume, isMuted, startS } = savedFor(owner, url);
  const soundOwner = openSoundOwner();
  const released = new AbortController();
  const on = (type: string, run: () => void) => element.addEventListener(type, run, { signal: released.signal });
  const show = () => showSounding(tree, url, !element.paused);
  on('play', show);
  on('pause', show);
  on('playing', soundOwner.begin);
  on('loadedmetadata', () => {
    if (startS > 0) element.currentTime = Math.min(startS, Math.max(0, element.duration - 0.1));
  });
  // The app shows the error when it replays the press.
  on('error', stopEarlySound);
  const stopListening = soundOwner.onOtherPage(() => {
    stopEarlySound();
    dropPress();
  });
  bootState().sound = {
    url,
    element,
    spare,
    release() {
      released.abort();
      stopListening();
      showSounding(tree, url, false);
    },
  };
  element.volume = volume * gainOf(button);
  element.muted = isMuted;
  element.src = soundAddress(url);
  start(element);
}

function start(element: HTMLAudioElement): void {
  element.play().catch((error: unknown) => {
    // NotAllowedError: leave the press to the app. Other errors need nothing here: AbortError means a pause, and media errors fire 'error'.
    if (error instanceof DOMException && error.name === 'NotAllowedError' && bootState().sound?.element === element)
      stopEarlySound();
  });
}

/** The track's own gain. The app may choose another one for a track of a release. */
function gainOf(button: HTMLElement): number {
  const [lufs = NaN, truePeakDbtp = NaN] = (button.getAttribute(attributes.loudness) ?? '').split(' ').map(Number);
  return Number.isNaN(lufs + truePeakDbtp) || !normalizesLoudness() ? 1 : playGain({ lufs, truePeakDbtp });
}

function normalizesLoudness(): boolean {
  try {
    return localStorage.getItem(LOUDNESS_NORMALIZATION_KEY) !== 'off';
  } catch {
    return true;
  }
}

function savedFor(owner: string, url: string): { volume: number; isMuted: boolean; startS: number } {
  const { index, positionS, volume, isMuted } = savedFields(owner, POSITION_KEY);
  const tracks = savedFields(owner, TRACKS_KEY);
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

/** Resets every play button, because a snapshot saved during playback shows a track as playing. */
export function showAllPaused(tree: ShadowRoot): void {
  for (const button of tree.querySelectorAll<HTMLElement>(SOUND_SELECTOR)) showButton(button, false);
}

function showSounding(tree: ShadowRoot, url: string, isSounding: boolean): void {
  for (const button of tree.querySelectorAll<HTMLElement>(SOUND_SELECTOR))
    if (soundOf(button) === url) showButton(button, isSounding);
}

function showButton(button: HTMLElement, isSounding: boolean): void {
  const label = button.getAttribute('aria-label') ?? '';
  const { play, pause } = trackWords;
  const [from, to] = isSounding ? [play, pause] : [pause, play];
  if (!label.startsWith(from(''))) return;
  button.setAttribute('aria-label', to(label.slice(from('').length)));
  const discs =
    document.querySelector<HTMLTemplateElement>(`template[${attributes.page}=discs]`)?.content.children ?? [];
  const disc = [...discs].find(
    ({ className, ariaLabel }) => className === button.className && ariaLabel?.startsWith(to('')),
  );
  if (!disc) return;
  button.replaceChildren(...disc.cloneNode(true).childNodes);
  writeStyles(button);
}
