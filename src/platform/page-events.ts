/** Window events that notify other parts of the page of new server data. */
export type PageEvent = 'zapStoreRefresh' | 'trackDataRefresh';

/** Announces new data: the person's ZAPs and items (`zapStoreRefresh`), or tracks and shares (`trackDataRefresh`). */
export function announcePageEvent(event: PageEvent): void {
  window.dispatchEvent(new Event(event));
}

/** Listens for these events. @returns stops it */
export function onPageEvents(events: readonly PageEvent[], listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
