import { useEffect } from 'react';
import type { RadioEngine } from './radio-engine.ts';

const VOLUME_STEP = 0.05;

/** The player's keys that mean something live: space, up, down, M (S-22). None while typing or where a control uses them. */
export function useRadioKeys(engine: RadioEngine | null): void {
  useEffect(() => {
    if (!engine) return;
    const volume = engine.volumes.bar;
    const run: Record<string, () => void> = {
      ' ': () => {
        const state = engine.state.get();
        if (state === 'paused' || state === 'blocked') engine.play();
        else engine.pause();
      },
      arrowup: () => volume.changeBy(VOLUME_STEP),
      arrowdown: () => volume.changeBy(-VOLUME_STEP),
      m: volume.toggleMute,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const action = run[event.key.toLowerCase()];
      if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isOnControl =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, button, a, [role=button], [contenteditable]') !== null;
      if ((isOnControl && event.key !== 'm') || isTyping(event.target) || document.querySelector('[role=dialog]'))
        return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [engine]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=range]), textarea, select');
}
