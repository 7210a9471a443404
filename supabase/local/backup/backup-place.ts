export interface PlacedObject {
  readonly bytes: number;
  /** By the clock of the place. */
  readonly changedAt: Date;
}

/**
 * Where backups are kept: objects by keys with slashes. An object is there whole or not at all. Each method throws
 * StartError for conditions that the operator can fix.
 */
export interface BackupPlace {
  /** As the operator wrote it. */
  readonly name: string;
  /** @param prefix ends with a slash */
  list(prefix: string): Promise<Map<string, PlacedObject>>;
  /** Null if there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, content: Uint8Array): Promise<void>;
  /** Puts an object unless there is one. Some places cannot tell: get it first, and again afterwards. */
  create(key: string, content: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}
