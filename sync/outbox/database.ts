import { Dexie, type EntityTable, type Table } from 'dexie';
import { type Cursor, firstCursor } from '../core/ports.ts';
import type { NewRecord, OutboxRecord } from '../core/records.ts';
import { outboxName } from '../core/names.ts';
import { replicaModel } from '../model/tables.ts';
import type { UploadRecord } from '../upload-types.ts';
import { liftRecord } from './stored-records.ts';
import { liftUploads, type OldUpload, type StoredFiles } from './stored-uploads.ts';

/** What is known of one track that is kept or wanted (S-34). `url` is the key in the cache. */
export interface KeptRecord {
  trackId: string;
  url: string;
  /** Null while it is wanted and not here. */
  bytes: number | null;
  /** The person asked for it; otherwise it is there because it was played. */
  asked: boolean;
  /** Last played or asked for, ms since the epoch. */
  usedAt: number;
  /** A copy of it could not be decoded and was fetched anew. */
  isSecond?: boolean;
}

export interface StoredValue {
  key: string;
  value: unknown;
}

const MODEL_KEY = 'replica-model';

/** Everything of one user that is not server state (SY-1, SY-19). */
export class DeviceDatabase extends Dexie {
  declare outbox: Table<OutboxRecord, number, NewRecord>;
  declare cursors: EntityTable<{ id: 'pull'; cursor: Cursor }, 'id'>;
  /** The person's small state: player queue, drafts. */
  declare device: EntityTable<StoredValue, 'key'>;
  /** What the engine itself notes: the model, totals, the device's id. */
  declare engine: EntityTable<StoredValue, 'key'>;
  declare uploads: EntityTable<UploadRecord, 'id'>;
  /** The bytes of the files of an upload, apart from what changes with every step of it. */
  declare uploadFiles: EntityTable<StoredFiles, 'id'>;
  declare kept: EntityTable<KeptRecord, 'trackId'>;

  constructor(owner: string, indexedDB: IDBFactory, keyRange: typeof globalThis.IDBKeyRange) {
    super(outboxName(owner), {
      indexedDB,
      IDBKeyRange: keyRange,
      // An action the person saw accepted survives a power cut (SY-14).
      chromeTransactionDurability: 'strict',
      // Dexie's cache tells of a write before it is committed; "saved" and "waiting to send" are said of what is stored.
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
    // A queue of a thousand is asked for the few that share a lane, not read whole for each action.
    this.version(2).stores({ outbox: '++seq, &id, lane' });
    this.version(3)
      .stores({ uploadFiles: 'id' })
      .upgrade(async (transaction) => {
        const old = transaction.table<OldUpload>('uploads');
        const { records, files } = liftUploads(await old.toArray());
        await transaction.table('uploads').bulkPut(records);
        await transaction.table('uploadFiles').bulkPut(files);
      });
    this.outbox.hook('reading', liftRecord);
    this.on('ready', () => this.#followModel());
  }

  /** The app was updated and its rows have another form: what the replica holds is fetched anew (SY-21). */
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
