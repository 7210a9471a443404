const PARAMETER = 'messages';

export function conversationAddress(partnerId: string): string {
  return `/connections?${PARAMETER}=${encodeURIComponent(partnerId)}`;
}

export function conversationIn(search: string): string | null {
  return new URLSearchParams(search).get(PARAMETER) || null;
}
