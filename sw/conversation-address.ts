const PARAMETER = 'messages';

/** The path that opens the app with this conversation. */
export function conversationAddress(partnerId: string): string {
  return `/connections?${PARAMETER}=${encodeURIComponent(partnerId)}`;
}

/** The person whose conversation a query string such as `?messages=id` requests, or null. */
export function conversationIn(search: string): string | null {
  return new URLSearchParams(search).get(PARAMETER) || null;
}
