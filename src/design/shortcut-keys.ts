import { useEffect, useEffectEvent } from 'react';
import { isComposing, shortcutKey } from '../platform/keys.ts';
import { isLayerOpen } from './layers.ts';

/** What keys do, by their name (`shortcutKey`). */
export type ShortcutKeys = Readonly<Record<string, () => void>>;

/**
 * Keys of the whole page. They do nothing while typing, under a layer, with a modifier (Shift makes '?' on many layouts), or where the
 * focused control uses the key itself.
 * @param keysNow asked at each key; one that is not in it is left to the page
 */
export function useShortcutKeys(keysNow: () => ShortcutKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    const key = shortcutKey(event);
    if ((event.shiftKey && key !== '?') || isLayerOpen() || usesItself(event.target, key)) return;
    const run = keysNow()[key];
    if (!run) return;
    run();
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function usesItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return key.startsWith('Arrow');
    return target.type === 'checkbox' || target.type === 'radio' ? key === ' ' || key.startsWith('Arrow') : true;
  }
  return key === ' ' && target.closest('button, a, summary, [role=button]') !== null;
}
