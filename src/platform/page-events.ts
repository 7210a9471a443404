export type PageEvent = 'zapStoreRefresh' | 'trackDataRefresh';

/** Announces that data has changed on the server: the person's ZAPs or items (`zapStoreRefresh`), or tracks or shares (`trackDataRefresh`). */
export function announcePageEvent(event: PageEvent): void {
  window.dispatchEvent(new Event(event));
}

export function onPageEvents(events: readonly PageEvent[], listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
