import { localTexts } from '../platform/page-storage.ts';

/** The script in index.html reads this key too. */
const KEY = 'theme';

export type Theme = 'dark' | 'light' | 'system';

export function readTheme(): Theme {
  const stored = localTexts.get(KEY);
  return stored === 'light' || stored === 'system' ? stored : 'dark';
}

export function applyTheme(theme: Theme): void {
  showTheme(theme);
  localTexts.set(KEY, theme);
}

function showTheme(theme = readTheme()): void {
  const isLight =
    theme === 'light' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', isLight ? '#F3F1EE' : '#14110F');
}

export function watchTheme(): void {
  showTheme();
  window.matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => showTheme());
}
