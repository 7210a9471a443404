import { afterEach, expect, it } from 'vitest';
import { localTexts } from '../platform/page-storage.ts';
import { LOUDNESS_NORMALIZATION_KEY } from '../platform/saved-texts.ts';
import { bootState, soundAttributes } from './contract.ts';
import { stopEarlySound } from './early-sound.ts';
import { watchPresses } from './watch-presses.ts';

afterEach(() => {
  stopEarlySound();
  localTexts.remove(LOUDNESS_NORMALIZATION_KEY);
  document.body.replaceChildren();
  delete window.boot;
});

function openPage() {
  const host = document.createElement('div');
  document.body.append(host);
  const tree = host.attachShadow({ mode: 'open' });
  tree.innerHTML = '<a href="#there">There</a><button>Here</button>';
  const state = { hasFailed: false };
  watchPresses(tree, 'nobody', () => state.hasFailed);
  const press = (selector: string, modifier: MouseEventInit = {}) => {
    const control = tree.querySelector(selector);
    let isPrevented = false;
    // A link that opens a new tab would load this test page a second time, and that copy would answer Vitest too.
    const keepPage = (event: Event) => {
      isPrevented = event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', keepPage, { once: true });
    control?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...modifier }));
    return { control, isPrevented };
  };
  return { tree, state, press };
}

it('a pointer that is released outside the boot page counts as released', async () => {
  const { tree } = openPage();
  let changes = 0;
  const { page } = bootState();
  if (page) page.onChange = () => changes++;
  tree.querySelector('button')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
  expect(page?.isPointerDown).toBe(true);
  document.documentElement.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  await expect.poll(() => [page?.isPointerDown, changes]).toEqual([false, 1]);
  // A release without a press in the boot page is ignored.
  document.documentElement.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(changes).toBe(1);
});

it('repeated presses of a control are recorded as one', () => {
  const { press } = openPage();
  const { control } = press('button');
  for (let n = 0; n < 3; n++) press('button');
  expect(bootState().page?.pressed).toEqual([control]);
});

it('presses are recorded for the app, and links navigate once loading the app has failed', () => {
  const { state, press } = openPage();
  const link = press('a');
  const button = press('button');
  expect([link.isPrevented, button.isPrevented]).toEqual([true, true]);
  expect(bootState().page?.pressed).toEqual([link.control, button.control]);
  state.hasFailed = true;
  expect(press('a').isPrevented).toBe(false);
  expect(bootState().page?.pressed).toHaveLength(2);
});

it('presses with a modifier key are left to the browser', () => {
  const { press } = openPage();
  for (const modifier of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }])
    expect(press('a', modifier).isPrevented, Object.keys(modifier).join('')).toBe(false);
  expect(bootState().page?.pressed).toEqual([]);
});

it('a track that is pressed before the app has loaded is as loud as in the player', () => {
  const { tree, press } = openPage();
  /** @returns the volume of the early audio, in dB */
  const playedAt = (lufs: number | null, peak: number | null) => {
    const track = { audioSrc: `/silence.mp3?${lufs}`, loudness_lufs: lufs, true_peak_dbtp: peak };
    const button = document.createElement('button');
    for (const [name, value] of Object.entries(soundAttributes(track))) button.setAttribute(name, value);
    tree.replaceChildren(button);
    press('button');
    return 20 * Math.log10(bootState().sound?.element.volume ?? NaN);
  };
  expect(playedAt(-8, -1)).toBeCloseTo(-6);
  expect(playedAt(-20, -6)).toBe(0);
  expect(playedAt(null, null)).toBe(0);
  localTexts.set(LOUDNESS_NORMALIZATION_KEY, 'off');
  expect(playedAt(-9, -1)).toBe(0);
});
