import { afterEach, expect, it } from 'vitest';
import { attributes, type BootPage, bootState } from './contract.ts';
import { takeOver } from './take-over.ts';

const URL_OF = { a: 'https://x/a.mp3', b: 'https://x/b.mp3' } as const;

const button = (label: string, track: keyof typeof URL_OF) =>
  `<button aria-label="${label}" data-key="play ${URL_OF[track]}" data-sound="${URL_OF[track]}"></button>`;

afterEach(() => {
  document.body.replaceChildren();
  delete window.boot;
});

interface BootPageState {
  html: string;
  pressed: string | null;
  isPaused?: boolean;
}

function openPage({ html, pressed, isPaused = false }: BootPageState) {
  const [bootPageElement, root] = [document.createElement('div'), document.createElement('div')];
  bootPageElement.id = 'before';
  document.body.append(bootPageElement, root);
  const tree = bootPageElement.attachShadow({ mode: 'open' });
  tree.innerHTML = html;
  const element = new Audio();
  Object.defineProperty(element, 'paused', { value: isPaused });
  const ended: string[] = [];
  if (pressed !== null) bootState().sound = { url: pressed, element, spare: [], release: () => ended.push(pressed) };
  const control = tree.querySelector(pressed === null ? 'button' : `[data-sound="${pressed}"]`);
  bootState().page = {
    tree,
    pressed: control ? [control] : [],
    typed: new Set(),
    isPointerDown: false,
    onChange: () => undefined,
  } satisfies BootPage;
  const clicks: string[] = [];
  root.addEventListener('click', ({ target }) => target instanceof HTMLElement && clicks.push(target.ariaLabel ?? ''));
  return { root, clicks, ended };
}

async function takeOverWith(root: HTMLElement, html: string): Promise<void> {
  takeOver(
    root,
    () => (root.innerHTML = html),
    () => Promise.resolve(),
  );
  await expect.poll(() => root.innerHTML).toBe(html);
}

it('a press that started a track is replayed once the app’s page is complete, even if the button has another label', async () => {
  const html = `${button('Pause A', 'a')}${button('Play B', 'b')}`;
  const { root, clicks, ended } = openPage({ html, pressed: URL_OF.a });
  const cards = `<main>${button('Play B', 'b')}${button('Play A', 'a')}`;
  await takeOverWith(root, `${cards}<p ${attributes.pending}=""></p></main>`);
  expect([clicks, root.dataset['covered']]).toEqual([[], '']);
  root.querySelector('p')?.remove();
  await expect.poll(() => clicks).toEqual(['Play A']);
  expect([ended, root.dataset['covered']]).toEqual([[], undefined]);
});

it('the app replays the press of a play button that had no audio URL in the boot page', async () => {
  const { root, clicks } = openPage({ html: `<button data-key="play ${URL_OF.a}"></button>`, pressed: null });
  await takeOverWith(root, `<main>${button('Play B', 'b')}${button('Play A', 'a')}</main>`);
  await expect.poll(() => clicks).toEqual(['Play A']);
});

it('the app matches a control by its key if its label has changed, not another control with the same label', async () => {
  const more = (track: string, label: string) => `<button data-key="more ${track}" aria-label="${label}"></button>`;
  const { root, clicks } = openPage({ html: more('a', 'More for A'), pressed: null });
  await takeOverWith(root, `<main>${more('b', 'More for A')}${more('a', 'More for A, renamed')}</main>`);
  await expect.poll(() => clicks).toEqual(['More for A, renamed']);
});

it('the app clicks twice for a track that was played and then paused in the boot page', async () => {
  const { root, clicks } = openPage({ html: button('Play A', 'a'), pressed: URL_OF.a, isPaused: true });
  await takeOverWith(root, `<main>${button('Play A', 'a')}</main>`);
  await expect.poll(() => clicks).toEqual(['Play A', 'Play A']);
});

it('the app stops the audio of a track that its page does not show', async () => {
  const { root, clicks, ended } = openPage({ html: button('Pause A', 'a'), pressed: URL_OF.a });
  await takeOverWith(root, `<main>${button('Play B', 'b')}</main>`);
  await expect.poll(() => ended).toEqual([URL_OF.a]);
  expect([clicks, bootState().sound]).toEqual([[], undefined]);
});
