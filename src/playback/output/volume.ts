import type { Live } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';

export interface Volume {
  /** 0 to 1. */
  value: number;
  isMuted: boolean;
}

export interface VolumeControl extends Live<Volume> {
  /** Also unmutes. `value`: 0 to 1. */
  set(value: number): void;
  changeBy(step: number): void;
  toggleMute(): void;
  restore(volume: Volume): void;
}

export interface VolumeOutput {
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
}

export const FULL_VOLUME: Volume = { value: 1, isMuted: false };

export function createVolume(initial: Volume = FULL_VOLUME): VolumeControl {
  const current = createLive(initial);
  let lastAudible = initial.value || FULL_VOLUME.value;
  const store = ({ value, isMuted }: Volume) => {
    const clamped = Math.min(1, Math.max(0, value));
    if (clamped > 0) lastAudible = clamped;
    current.set({ value: clamped, isMuted });
  };
  return {
    get: current.get,
    subscribe: current.subscribe,
    set: (value) => store({ value, isMuted: false }),
    changeBy: (step) => store({ value: current.get().value + step, isMuted: false }),
    toggleMute() {
      const { value } = current.get();
      if (isSilent(current.get())) store({ value: value || lastAudible, isMuted: false });
      else store({ value, isMuted: true });
    },
    restore: store,
  };
}

export function isSilent({ value, isMuted }: Volume): boolean {
  return isMuted || value === 0;
}

/** Applies the volume, multiplied by the factors, to the output, until the returned function is called. `factors`: each 0 to 1. */
export function followVolume(volume: Live<Volume>, factors: readonly Live<number>[], output: VolumeOutput): () => void {
  const apply = () => {
    output.setVolume(factors.reduce((product, factor) => product * factor.get(), volume.get().value));
    output.setMuted(volume.get().isMuted);
  };
  apply();
  const stops = [volume, ...factors].map((live) => live.subscribe(apply));
  return () => stops.forEach((stop) => stop());
}

/** Whether a page can set the volume. On iOS and iPadOS it cannot, and a slider would do nothing. */
export function canSetVolume(element: Pick<HTMLMediaElement, 'volume'> = new Audio()): boolean {
  element.volume = 0.5;
  return element.volume === 0.5;
}
