/** Window events by which parts of the page tell each other that the server has something new. */
export type PageEvent = 'zapStoreRefresh' | 'trackDataRefresh';

/** Tells that there is something new: of the person's ZAPs and what they hold, or of tracks and shares. */
export function tellPage(event: PageEvent): void {
  window.dispatchEvent(new Event(event));
}

/** Runs `listener` whenever anybody tells. Answers how to stop. */
export function onPageEvents(events: readonly PageEvent[], listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
