/**
 * A short stable name for a user in the names of databases, caches and locks (SY-19). Not a secret and not for security:
 * it only keeps the address of a person out of what the browser lists. 106 bits of two cyrb53 rounds.
 */
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

/** The name under which a device keeps what belongs to nobody who signed in. */
export const GUEST = 'guest';

/** Hash of a user id, or the guest's own name. */
export function ownerName(userId: string | null): string {
  return userId === null ? GUEST : nameHash(userId);
}

export const outboxName = (owner: string): string => `undercurrent-outbox-${owner}`;
/** RxDB allows lower case, digits, hyphens and underscores in a database's name. */
export const replicaName = (owner: string, generation: number): string => `undercurrent-${owner}-g${generation}`;
/** What the names of a replica's databases begin with in the browser, of whichever generation. */
export const replicaStart = (owner: string): string => `rxdb-dexie-${replicaName(owner, 0).slice(0, -1)}`;
export const keptCacheName = (owner: string): string => `kept-audio:${owner}`;
/** A synchronous text of one person; with an empty key, what all of theirs begin with. */
export const textName = (owner: string, key: string): string => `undercurrent-mark:${owner}:${key}`;
/** A synchronous text that says that this device has been used by that person; with no owner, what all of them begin with. */
export const deviceTextName = (owner = ''): string => `undercurrent-device:${owner}`;
/** Where the session rests in IndexedDB. */
export const SESSION = { database: 'undercurrent-session', store: 'session', key: 'current' } as const;
/** Names whoever has signed out here until all of theirs is deleted. */
export const LEAVING_TEXT = 'undercurrent-leaving';
export const lockName = (owner: string): string => `sync:${owner}`;
export const channelName = (owner: string): string => `undercurrent:${owner}`;
/** Of the time when this device last had everything of the server's, among a person's texts. */
export const SYNCED_AT_TEXT = 'synced_at';
/** Of the picture that is on its way, in the person's small state. */
export const AVATAR_KEY = 'avatar';
