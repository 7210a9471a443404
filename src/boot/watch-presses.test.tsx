import { afterEach, expect, it } from 'vitest';
import { bootState } from './contract.ts';
import { watchPresses } from './watch-presses.ts';

afterEach(() => {
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
