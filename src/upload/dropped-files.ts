import { useEffect } from 'react';
import type { Live } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';

export type DropUse = 'upload' | 'picture';

export interface Dropped {
  use: DropUse;
  files: readonly File[];
}

const waiting = createLive<Dropped | null>(null);

export const droppedFiles: Live<Dropped | null> = waiting;

export function deliverDropped(dropped: Dropped): void {
  waiting.set(dropped);
}

/** @param onFiles must be a stable function */
export function useDroppedFiles(use: DropUse, onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const check = () => {
      const dropped = waiting.get();
      if (dropped?.use !== use) return;
      waiting.set(null);
      onFiles(dropped.files);
    };
    check();
    return waiting.subscribe(check);
  }, [use, onFiles]);
}

/** Catches files dropped outside of every drop zone, which the browser would open. @param onFiles receives these files */
export function guardDrops(onFiles: (files: File[]) => void): () => void {
  /** Chromium reports an image dragged within the page as a file. */
  let isInternal = false;
  const begin = () => void (isInternal = true);
  const end = () => void (isInternal = false);
  const shouldHandle = (event: DragEvent) => {
    const isField = event.target instanceof Element && event.target.closest('input[type=file]:enabled') !== null;
    return !isInternal && !isField && !event.defaultPrevented && (event.dataTransfer?.types.includes('Files') ?? false);
  };
  const over = (event: DragEvent) => {
    if (shouldHandle(event)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const isFree = shouldHandle(event);
    isInternal = false;
    if (!isFree) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) onFiles(files);
  };
  addEventListener('dragstart', begin, true);
  addEventListener('dragend', end, true);
  addEventListener('dragenter', over);
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragstart', begin, true);
    removeEventListener('dragend', end, true);
    removeEventListener('dragenter', over);
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}
