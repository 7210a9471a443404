import type { Scope } from '../../sync/client.ts';

/** Two tabs never edit the same draft. If locking fails, resolves to true, so that nobody loses access to a draft. */
export function holdDraft(uploads: Scope['uploads'], id: string, leaving: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const untilLeft = () =>
      new Promise<void>((release) => {
        resolve(true);
        leaving.addEventListener('abort', () => release(), { once: true });
      });
    uploads.alone(`draft:${id}`, { signal: leaving, now: true }, untilLeft).then(
      () => resolve(false),
      () => resolve(true),
    );
  });
}
