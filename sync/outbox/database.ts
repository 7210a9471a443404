import { Dexie, type EntityTable, type Table } from 'dexie';
import { type Cursor, firstCursor } from '../core/ports.ts';
import type { NewRecord, OutboxRecord } from '../core/records.ts';
import { outboxName } from '../core/names.ts';
import { replicaModel } from '../model/tables.ts';
import type { UploadRecord } from '../upload-types.ts';
import { upgradeRecord } from './stored-records.ts';
import { upgradeUploads, type OldUpload, type StoredFiles } from './stored-uploads.ts';

/** A kept or requested track (S-34). `url` is its key in the cache. */
export interface KeptRecord {
  trackId: string;
  url: string;
  /** Null until the file is stored. */
  bytes: number | null;
  /** False if the track was stored only because it was played. */
  asked: boolean;
  /** Last play or request, in ms since the epoch. */
  usedAt: number;
  /** Whether the file was fetched again, because its first copy did not decode. */
  isSecond?: boolean;
  /** Whether the track was requested only because a kept list contains it, and leaves the device with the list. */
  isListed?: boolean | undefined;
  /** Whether the person removed the track's file while a kept list contained it, so that the list does not fetch it again. */
  isExcluded?: boolean | undefined;
}

export interface StoredValue {
  key: string;
  value: unknown;
}

const MODEL_KEY = 'replica-model';

/** A person's or guest's data on this device, apart from the replica (SY-1, SY-19). */
export class DeviceDatabase extends Dexie {
  declare outbox: Table<OutboxRecord, number, NewRecord>;
  declare cursors: EntityTable<{ id: 'pull'; cursor: Cursor }, 'id'>;
  /** Cached answers, idempotency keys of unanswered acts, a new profile picture, the ids of kept lists, and the interface's values. */
  declare device: EntityTable<StoredValue, 'key'>;
  /** The engine's state: model, catalogue total, device id, leader's heartbeat. */
  declare engine: EntityTable<StoredValue, 'key'>;
  declare uploads: EntityTable<UploadRecord, 'id'>;
  /** Separate from the upload's record, which is written again at every step. */
  declare uploadFiles: EntityTable<StoredFiles, 'id'>;
  declare kept: EntityTable<KeptRecord, 'trackId'>;

  constructor(owner: string, indexedDB: IDBFactory, keyRange: typeof globalThis.IDBKeyRange) {
    super(outboxName(owner), {
      indexedDB,
      IDBKeyRange: keyRange,
      // An accepted action survives a power cut (SY-14).
      chromeTransactionDurability: 'strict',
      // Dexie's cache would report a write before it is committed.
      cache: 'disabled',
    });
    this.version(1).stores({
      outbox: '++seq, &id',
      cursors: 'id',
      device: 'key',
      engine: 'key',
      uploads: 'id, startedAt',
      kept: 'trackId, usedAt',
    });
    // With an index on `lane`, queueing an action reads only its lane.
    this.version(2).stores({ outbox: '++seq, &id, lane' });
    this.version(3)
      .stores({ uploadFiles: 'id' })
      .upgrade(async (transaction) => {
        const old = transaction.table<OldUpload>('uploads');
        const { records, files } = upgradeUploads(await old.toArray());
        await transaction.table('uploads').bulkPut(records);
        await transaction.table('uploadFiles').bulkPut(files);
      });
    this.outbox.hook('reading', upgradeRecord);
    this.on('ready', () => this.#followModel());
  }

  /** If an update changes the stored form of rows, the replica is fetched again (SY-21). */
  async #followModel(): Promise<void> {
    const model = replicaModel();
    await this.transaction('rw', this.cursors, this.engine, async () => {
      if ((await this.engine.get(MODEL_KEY))?.value === model) return;
      const stored = await this.cursors.get('pull');
      if (stored) {
        await this.cursors.put({ id: 'pull', cursor: { ...firstCursor, generation: stored.cursor.generation + 1 } });
      }
      await this.engine.put({ key: MODEL_KEY, value: model });
    });
  }
}
