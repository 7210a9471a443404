import type { ServerClock } from './server-clock.ts';

/** Parts of the browser that are injected into the engine. */

/** The backend's address, from /.well-known/undercurrent.json or the build's variables. */
export interface BackendConfig {
  supabaseUrl: string;
  publishableKey: string;
}

/** Synchronous texts that survive the page (local storage). */
export interface LocalTexts {
  get(key: string): string | null;
  /** False if it could not be stored, because the disk is full or forbidden. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): string[];
}

/** The browser's parts that the engine needs, injected so that a test can replace them (SY-25). */
export interface SyncEnvironment {
  config: BackendConfig;
  fetch: typeof globalThis.fetch;
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
  /** False where the databases are in memory, because the browser denies access to its storage. */
  isKept: boolean;
  /** Null in private modes and old browsers. */
  locks: LockManager | null;
  caches: CacheStorage | null;
  storage: Pick<StorageManager, 'estimate'> & {
    persist?: () => Promise<boolean>;
    persisted?: () => Promise<boolean>;
  };
  /** The beta session's token: session storage in a page, nothing in the worker (S-2). */
  betaToken: { get(): string | null; set(token: string): void; clear(): void };
  /** Resolves once the page has rendered the first rows; all other rows are read after it. */
  afterFirstRender(): Promise<void>;
  /** Null in the worker. */
  localTexts: LocalTexts | null;
  /** The device's clock, in ms since the epoch; delays use it. */
  now(): number;
  serverClock: ServerClock;
  random(): number;
  visibility: { isVisible(): boolean; onChange(listener: () => void): () => void };
  /** Fires when the browser reports that the network came or went: a hint to try, not a fact (SY-18). */
  onNetworkChange(listener: () => void): () => void;
  isOnline(): boolean;
  /** True when the person asked the browser to save data. */
  saveData(): boolean;
  /** Asks for a Background Sync where it exists; does nothing elsewhere (SY-20). */
  requestBackgroundSync(): void;
}
