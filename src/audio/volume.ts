import type { Live } from '../../sync/client.ts';
import { createStore } from '../lib/store.ts';

export interface Volume {
  /** 0 to 1. */
  value: number;
  isMuted: boolean;
}

/** A volume that a person sets. It alone remembers what a mute gives back. */
export interface VolumeControl extends Live<Volume> {
  /** Sets 0 to 1, clamped; what was muted sounds again. */
  set(value: number): void;
  changeBy(step: number): void;
  /** Silences it, or gives back the last volume that could be heard. */
  toggleMute(): void;
  /** Puts back what was kept. */
  restore(volume: Volume): void;
}

/** What follows a volume: an output of sound. */
export interface VolumeOutput {
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
}

export const FULL_VOLUME: Volume = { value: 1, isMuted: false };

export function createVolume(initial: Volume = FULL_VOLUME): VolumeControl {
  const store = createStore(initial);
  let lastHeard = initial.value || FULL_VOLUME.value;
  const put = ({ value, isMuted }: Volume) => {
    const clamped = Math.min(1, Math.max(0, value));
    if (clamped > 0) lastHeard = clamped;
    store.set({ value: clamped, isMuted });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    set: (value) => put({ value, isMuted: false }),
    changeBy: (step) => put({ value: store.get().value + step, isMuted: false }),
    toggleMute() {
      const { value } = store.get();
      if (isSilent(store.get())) put({ value: value || lastHeard, isMuted: false });
      else put({ value, isMuted: true });
    },
    restore: put,
  };
}

/** Nothing is heard at this volume. */
export function isSilent({ value, isMuted }: Volume): boolean {
  return isMuted || value === 0;
}

/** Lets an output sound as a volume says, until the returned function is called. */
export function followVolume(volume: Live<Volume>, output: VolumeOutput): () => void {
  const apply = () => {
    output.setVolume(volume.get().value);
    output.setMuted(volume.get().isMuted);
  };
  apply();
  return volume.subscribe(apply);
}

/**
 * Whether this device lets a page set the volume of an element, found out by trying: on iOS and iPadOS the element keeps
 * its own, and a slider would move nothing.
 */
export function canSetVolume(element: Pick<HTMLMediaElement, 'volume'> = new Audio()): boolean {
  element.volume = 0.5;
  return element.volume === 0.5;
}
