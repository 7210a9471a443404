const PARAMETER = 'messages';

/** Where the app opens with the conversation with this person, as a path. */
export function conversationAddress(partnerId: string): string {
  return `/connections?${PARAMETER}=${encodeURIComponent(partnerId)}`;
}

/** Whose conversation a search part asks for, e.g. `?messages=id`; null for none. */
export function conversationIn(search: string): string | null {
  return new URLSearchParams(search).get(PARAMETER) || null;
}
