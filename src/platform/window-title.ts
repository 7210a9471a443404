import { useEffect } from 'react';
import { PRODUCT_NAME } from './product.ts';

/** The window title is `playing`, the playing track; else `subject`, the page's subject; else `page`, the kind of page. */
const title: { page: string; subject: string | null; playing: string | null } = {
  page: '',
  subject: null,
  playing: null,
};

function show(): void {
  const { page, subject, playing } = title;
  document.title = playing === null ? `${subject ?? page} · ${PRODUCT_NAME}` : `▶ ${playing}`;
}

export function setPageTitle(page: string): void {
  title.page = page;
  show();
}

export function useTitle(name: string | null): void {
  useEntry('subject', name);
}

export function usePlayingTitle(text: string | null): void {
  useEntry('playing', text);
}

function useEntry(entry: 'subject' | 'playing', text: string | null): void {
  useEffect(() => {
    if (text === null) return;
    title[entry] = text;
    show();
    return () => {
      title[entry] = null;
      show();
    };
  }, [entry, text]);
}
