export interface PlacedObject {
  readonly bytes: number;
  /** Time of the last change, by the clock of the place. */
  readonly changedAt: Date;
}

/**
 * A folder or bucket for backups: objects under keys with slashes. Each method throws StartError for conditions that the
 * operator can fix.
 */
export interface BackupPlace {
  /** As the operator wrote it. */
  readonly name: string;
  /** @param prefix ends with a slash */
  list(prefix: string): Promise<Map<string, PlacedObject>>;
  /** Null if there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Stores an object whole or not at all. */
  put(key: string, content: Uint8Array): Promise<void>;
  /**
   * Stores an object unless the key has one. Some S3 services overwrite the object, and a crash can leave it empty: call `get`
   * before and after.
   */
  create(key: string, content: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}
