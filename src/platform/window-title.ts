import { useEffect } from 'react';
import { PRODUCT_NAME } from './product.ts';

/** The parts of the window title, by priority: the playing track, the page's subject, the page's kind. */
const title: { page: string; named: string | null; playing: string | null } = { page: '', named: null, playing: null };

function show(): void {
  const { page, named, playing } = title;
  document.title = playing === null ? `${named ?? page} · ${PRODUCT_NAME}` : `▶ ${playing}`;
}

/** Sets the kind of the current page, such as 'Explore'. */
export function titlePage(page: string): void {
  title.page = page;
  show();
}

/** Sets the page's subject, such as a track and its artist, while mounted; null while unknown. */
export function useTitle(name: string | null): void {
  useEntry('named', name);
}

/** Sets what plays; null while nothing does. */
export function usePlayingTitle(words: string | null): void {
  useEntry('playing', words);
}

function useEntry(entry: 'named' | 'playing', words: string | null): void {
  useEffect(() => {
    if (words === null) return;
    title[entry] = words;
    show();
    return () => {
      title[entry] = null;
      show();
    };
  }, [entry, words]);
}
