import type { Scope } from '../../sync/client.ts';

/**
 * Holds a draft for this page until it is left, so that another tab begins one of its own instead of typing into the same.
 * @returns whether it is held; locks that do not work keep nobody from their draft
 */
export function holdDraft(uploads: Scope['uploads'], id: string, left: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const untilLeft = () =>
      new Promise<void>((release) => {
        resolve(true);
        left.addEventListener('abort', () => release(), { once: true });
      });
    uploads.alone(`draft:${id}`, { signal: left, now: true }, untilLeft).then(
      () => resolve(false),
      () => resolve(true),
    );
  });
}
