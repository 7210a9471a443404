import { useEffect, useEffectEvent } from 'react';
import { isComposing, shortcutKey } from '../platform/keys.ts';
import { isLayerOpen } from './layers.ts';

export type ShortcutKeys = Readonly<Record<string, () => void>>;

/** Runs shortcuts by key, but not under a layer. Shift is allowed only for '?', which needs it on many layouts. */
export function useShortcutKeys(currentKeys: () => ShortcutKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    const key = shortcutKey(event);
    if ((event.shiftKey && key !== '?') || isLayerOpen() || usesKey(event.target, key)) return;
    const run = currentKeys()[key];
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

function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return key.startsWith('Arrow');
    return target.type === 'checkbox' || target.type === 'radio' ? key === ' ' || key.startsWith('Arrow') : true;
  }
  return key === ' ' && target.closest('button, a, summary, [role=button]') !== null;
}
