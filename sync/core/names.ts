/** A hash that replaces user ids in the browser's lists of databases, caches and locks (SY-19): two cyrb53, 106 bits. Not for security. */
export function nameHash(text: string): string {
  return (cyrb53(text, 1).toString(36) + cyrb53(text, 2).toString(36)).padEnd(20, '0');
}

function cyrb53(text: string, seed: number): number {
  let h1 = 0xdeadbeef ^ seed;
  let h2 = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    h1 = Math.imul(h1 ^ code, 2654435761);
    h2 = Math.imul(h2 ^ code, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return 4294967296 * (2097151 & h2) + (h1 >>> 0);
}

/** A guest's owner name. */
export const GUEST = 'guest';

export function ownerName(userId: string | null): string {
  return userId === null ? GUEST : nameHash(userId);
}

export const outboxName = (owner: string): string => `undercurrent-outbox-${owner}`;
/** Name of a generation's databases in RxDB, which allows lower case, digits, hyphens and underscores. */
export const replicaName = (owner: string, generation: number): string => `undercurrent-${owner}-g${generation}`;
/** Prefix of all generations' IndexedDB names. */
export const replicaStart = (owner: string): string => `rxdb-dexie-${replicaName(owner, 0).slice(0, -1)}`;
export const keptCacheName = (owner: string): string => `kept-audio:${owner}`;
/** Local storage key of one of the owner's texts. With an empty `key`, the prefix of all of them. */
export const textName = (owner: string, key: string): string => `undercurrent-mark:${owner}:${key}`;
/** Local storage key that marks the device as used by a person or guest. Without an owner, the prefix of all such keys. */
export const deviceTextName = (owner = ''): string => `undercurrent-device:${owner}`;
export const SESSION = { database: 'undercurrent-session', store: 'session', key: 'current' } as const;
/** Local storage key of the owner who has signed out while their data is being deleted. */
export const LEAVING_TEXT = 'undercurrent-leaving';
export const lockName = (owner: string): string => `sync:${owner}`;
export const channelName = (owner: string): string => `undercurrent:${owner}`;
/** Key of the text with the time of the last complete pull. */
export const SYNCED_AT_TEXT = 'synced_at';
/** Key of the profile picture being uploaded, in the table `device`. */
export const AVATAR_KEY = 'avatar';
