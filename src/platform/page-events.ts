export type PageEvent = 'zapStoreRefresh' | 'trackDataRefresh';

/** `zapStoreRefresh`: the person's ZAPs and items. `trackDataRefresh`: tracks and shares. */
export function announcePageEvent(event: PageEvent): void {
  window.dispatchEvent(new Event(event));
}

export function onPageEvents(events: readonly PageEvent[], listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
