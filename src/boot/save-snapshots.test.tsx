import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scope } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { createLive } from '../../sync/model/live.ts';
import { attributes } from './contract.ts';
import { saveSnapshots } from './save-snapshots.ts';

const texts = new Map<string, string>();
const device = {
  text: (key: string) => texts.get(key) ?? null,
  setText: (key: string, value: string) => Boolean(texts.set(key, value)),
} as Scope['device'];
const status = createLive(freshStatus);

const root = document.createElement('div');
root.id = 'root';
let stopped: AbortController;
let isNavigating = false;
const pathBefore = location.pathname;

function dispatchHidden(): void {
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  texts.clear();
  document.body.append(root);
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  history.replaceState(null, '', '/explore');
  stopped = new AbortController();
  status.set(freshStatus);
  isNavigating = false;
  const path = () => (isNavigating ? null : location.pathname);
  saveSnapshots({ device, status }, { path, onDrawn: () => () => undefined }, stopped.signal);
});
afterEach(() => {
  stopped.abort();
  root.remove();
  Reflect.deleteProperty(document, 'visibilityState');
  history.replaceState(null, '', pathBefore);
});

describe('a page that becomes hidden', () => {
  it('is saved as it is, including the search text', () => {
    root.innerHTML = '<main>Heard here <input type="search" value="marsh"></main>';
    dispatchHidden();
    expect(texts.get('page /explore')).toContain('Heard here');
    expect(texts.get('page /explore')).toContain('marsh');
  });

  it('is saved with the CSS rules it uses, including those of its recipes', () => {
    const recipes = document.createElement('style');
    recipes.setAttribute('data-recipes', '');
    recipes.textContent =
      '@layer recipes { .uc-here { & { color: red } @media (hover: hover) { &:hover { color: blue } } } .uc-elsewhere { color: red } }';
    document.head.append(recipes);
    root.innerHTML = '<main class="uc-here">Here</main>';
    dispatchHidden();
    recipes.remove();
    const { css } = JSON.parse(texts.get('page /explore') ?? '{}') as { css: string };
    expect(css).toMatch(/@layer recipes\s*\{\s*\.uc-here \{.*color: red.*@media \(hover: hover\).*color: blue/s);
    expect(css).not.toContain('uc-elsewhere');
  });

  it('is not saved if the app seems offline although the browser is online, because leaving a page aborts its requests', () => {
    root.innerHTML = '<main>Offline</main>';
    status.set({ ...freshStatus, network: 'offline' });
    dispatchHidden();
    expect([...texts.keys()]).toEqual([]);
    root.innerHTML = '<main>Heard here</main>';
    status.set({ ...freshStatus, network: 'online' });
    dispatchHidden();
    expect(texts.get('page /explore')).toContain('Heard here');
  });

  it('is not saved while a part is loading or a dialog is open', () => {
    for (const part of [`<p ${attributes.pending}></p>`, '<div role="dialog"></div>']) {
      root.innerHTML = `<main>${part}</main>`;
      dispatchHidden();
    }
    expect([...texts.keys()]).toEqual([]);
  });

  it('is not saved while another page is loading, because the URL is already that of the other page', () => {
    root.innerHTML = '<main>Heard here</main>';
    isNavigating = true;
    dispatchHidden();
    expect([...texts.keys()]).toEqual([]);
  });

  it('is not saved with a form, so that no password or draft is copied', () => {
    for (const field of ['<input type="password">', '<input type="text">', '<input>', '<textarea></textarea>']) {
      root.innerHTML = `<main>${field}</main>`;
      dispatchHidden();
    }
    expect([...texts.keys()]).toEqual([]);
  });

  it('replaces the least recently saved snapshot when there are six', () => {
    root.innerHTML = '<main>Here</main>';
    for (const page of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'g']) {
      history.replaceState(null, '', `/${page}`);
      dispatchHidden();
    }
    const stored = [...texts].filter(([key, text]) => key.startsWith('page ') && text !== '').map(([key]) => key);
    expect(stored.toSorted()).toEqual(['a', 'c', 'd', 'e', 'f', 'g'].map((page) => `page /${page}`));
  });
});

it('the page is saved again within a minute after the network is lost or restored', () => {
  vi.useFakeTimers();
  root.innerHTML = '<main>Heard here</main>';
  for (const network of ['offline', 'online'] as const) {
    vi.advanceTimersByTime(60_000);
    root.innerHTML = `<main>${network}</main>`;
    status.set({ ...freshStatus, network });
    expect(texts.get('page /explore') ?? '').not.toContain(network);
    vi.advanceTimersByTime(60_000);
    expect(texts.get('page /explore')).toContain(network);
  }
  vi.useRealTimers();
});
