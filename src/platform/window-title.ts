import { useEffect } from 'react';
import { PRODUCT_NAME } from './product.ts';

/** What the window's title is made of: what plays goes before the page's own name, and that before its kind. */
const title: { page: string; named: string | null; playing: string | null } = { page: '', named: null, playing: null };

function show(): void {
  const { page, named, playing } = title;
  document.title = playing === null ? `${named ?? page} · ${PRODUCT_NAME}` : `▶ ${playing}`;
}

/** Names the kind of page that was arrived at, as 'Explore'. */
export function titlePage(page: string): void {
  title.page = page;
  show();
}

/** Names the page after what it is about, as a track and its artist, while it stands; null while that is not known. */
export function useTitle(name: string | null): void {
  useEntry('named', name);
}

/** Names what plays, while it plays; null while nothing does. */
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
