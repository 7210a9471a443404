import { useEffect, useEffectEvent } from 'react';
import { isComposing, shortcutKey } from '../platform/keys.ts';
import { isLayerOpen } from './layers.ts';

/**
 * Keys of the whole page. None while typing, under a layer, with a modifier (Shift makes '?' on many layouts), or that a focused
 * control uses itself.
 * @param run does what the key means; false leaves it to the page, which scrolls by some of them
 */
export function useShortcutKeys(run: (key: string) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    const key = shortcutKey(event);
    if ((event.shiftKey && key !== '?') || isLayerOpen() || usesItself(event.target, key)) return;
    if (run(key)) event.preventDefault();
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
