import type { ServerClock } from './server-clock.ts';

/** From /.well-known/undercurrent.json or the build's variables. */
export interface BackendConfig {
  supabaseUrl: string;
  publishableKey: string;
}

/** Texts in local storage, which survive the page. Without access to it, they are in memory. */
export interface LocalTexts {
  get(key: string): string | null;
  /** Returns whether the text is stored. It is not if the disk is full or forbidden. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): string[];
}

/** The parts of the browser that the engine uses, injected so that tests can replace them (SY-25). */
export interface SyncEnvironment {
  config: BackendConfig;
  fetch: typeof globalThis.fetch;
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
  /** Whether the databases are stored. If the browser blocks storage, they are in memory. */
  isKept: boolean;
  /** Null without Web Locks (plain HTTP, old browsers), and if the browser blocks storage. */
  locks: LockManager | null;
  caches: CacheStorage | null;
  storage: Pick<StorageManager, 'estimate'> & {
    persist?: () => Promise<boolean>;
    persisted?: () => Promise<boolean>;
  };
  /** The guest's token, in session storage (S-2). */
  betaToken: { get(): string | null; set(token: string): void; clear(): void };
  /** Resolves after the first render. All rows but the first ones are read after it. */
  afterFirstRender(): Promise<void>;
  localTexts: LocalTexts;
  /** In ms since the epoch, by the device's clock, for delays. */
  now(): number;
  serverClock: ServerClock;
  random(): number;
  visibility: { isVisible(): boolean; onChange(listener: () => void): () => void };
  /** Notifies when the network may have changed: a hint to try a request, not a fact (SY-18). */
  onNetworkChange(listener: () => void): () => void;
  isOnline(): boolean;
  saveData(): boolean;
  /** Does nothing without Background Sync (SY-20). */
  requestBackgroundSync(): void;
}
