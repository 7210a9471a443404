/** Tells the other tabs that the stored session has changed, perhaps to another person's. */
export function createSessionChannel(onChange: () => void): { tell(): void; close(): void } {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel('undercurrent-session');
  channel.onmessage = onChange;
  return { tell: () => channel.postMessage('changed'), close: () => channel.close() };
}
