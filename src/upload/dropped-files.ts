import { useEffect } from 'react';
import type { Live } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';

/** What dropped files are for: MP3s and pictures. */
export type DropUse = 'upload' | 'picture';

export interface Dropped {
  use: DropUse;
  files: readonly File[];
}

const waiting = createLive<Dropped | null>(null);

/** Files on their way to the page that takes them. */
export const droppedFiles: Live<Dropped | null> = waiting;

/** Leaves dropped files for the page of their use, which takes them when it stands. */
export function leaveFor(dropped: Dropped): void {
  waiting.set(dropped);
}

/** Takes files that were left for this use, now and while the component stands. @param take stays the same function */
export function useDropped(use: DropUse, take: (files: readonly File[]) => void): void {
  useEffect(() => {
    const look = () => {
      const dropped = waiting.get();
      if (dropped?.use !== use) return;
      waiting.set(null);
      take(dropped.files);
    };
    look();
    return waiting.subscribe(look);
  }, [use, take]);
}

/**
 * Keeps a file that is dropped anywhere from taking the browser to it. A place that takes files prevents the event's default, a file
 * field takes them by itself, and what is dragged within the page, such as a track of the queue, is left alone.
 * @param onFiles is given what no place took
 * @returns how to stop
 */
export function guardDrops(onFiles: (files: File[]) => void): () => void {
  /** Chromium gives a picture of the page that is dragged as a file. */
  let isInternal = false;
  const begin = () => void (isInternal = true);
  const end = () => void (isInternal = false);
  const concerns = (event: DragEvent) => {
    const isField = event.target instanceof Element && event.target.closest('input[type=file]:enabled') !== null;
    return !isInternal && !isField && !event.defaultPrevented && (event.dataTransfer?.types.includes('Files') ?? false);
  };
  const over = (event: DragEvent) => {
    if (concerns(event)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const isFree = concerns(event);
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

const AUDIO = /\.(mp3|m4a|wav|flac|ogg|opus|aac|aiff?)$/i;
const PICTURE = /\.(jpe?g|png|webp|gif|avif|heic|heif|bmp|svg|tiff?)$/i;

/** What files are for, by their types, or by their names where the system gives none; null for anything else. */
export function sortFiles(files: readonly File[]): Dropped | null {
  const audio = files.filter(({ type, name }) => type.startsWith('audio/') || (type === '' && AUDIO.test(name)));
  if (audio.length > 0) return { use: 'upload', files: audio };
  const pictures = files.filter(({ type, name }) => type.startsWith('image/') || (type === '' && PICTURE.test(name)));
  return pictures.length > 0 ? { use: 'picture', files: pictures.slice(0, 1) } : null;
}
