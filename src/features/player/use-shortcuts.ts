import { useEffect } from 'react';
import type { PlayerEngine } from './player-engine.ts';
import { isSounding } from './player-state.ts';

const SEEK_S = 10;
const VOLUME_STEP = 0.05;

/** The keys of S-22. None while typing, none with a modifier, and none that a focused control uses itself. */
export function useShortcuts(engine: PlayerEngine | null, onHelp: () => void): void {
  useEffect(() => {
    if (!engine) return;
    const run: Record<string, () => void> = {
      ' ': () => engine.send({ type: isSounding(engine.snapshot()) ? 'pause.requested' : 'play.requested' }),
      arrowleft: () => engine.seekBy(-SEEK_S),
      arrowright: () => engine.seekBy(SEEK_S),
      arrowup: () => engine.volume.changeBy(VOLUME_STEP),
      arrowdown: () => engine.volume.changeBy(-VOLUME_STEP),
      n: () => engine.send({ type: 'next.requested' }),
      p: () => engine.send({ type: 'previous.requested' }),
      m: engine.volume.toggleMute,
      '?': onHelp,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        usesKeysItself(event.target, event.key)
      )
        return;
      const action = run[event.key.toLowerCase()];
      if (!action || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [engine, onHelp]);
}

function usesKeysItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return key.startsWith('Arrow');
    return target.type === 'checkbox' || target.type === 'radio' ? key === ' ' || key.startsWith('Arrow') : true;
  }
  return key === ' ' && target.closest('button, a, [role=button]') !== null;
}
