/** Announces to the other tabs that the stored session may have changed. */
export function createSessionChannel(onChange: () => void): { announce(): void; close(): void } {
  if (typeof BroadcastChannel === 'undefined') return { announce: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel('undercurrent-session');
  channel.onmessage = onChange;
  return { announce: () => channel.postMessage('changed'), close: () => channel.close() };
}
