import type { Scope } from '../../sync/client.ts';

/**
 * Locks a draft until `leaving` aborts, so that two tabs never edit the same one. Resolves to false if another tab holds the lock, and to
 * true if locking fails, so that nobody loses access to a draft.
 */
export function holdDraft(uploads: Scope['uploads'], id: string, leaving: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const untilLeft = () =>
      new Promise<void>((release) => {
        resolve(true);
        leaving.addEventListener('abort', () => release(), { once: true });
      });
    uploads.withLock(`draft:${id}`, { signal: leaving, now: true }, untilLeft).then(
      () => resolve(false),
      () => resolve(true),
    );
  });
}
