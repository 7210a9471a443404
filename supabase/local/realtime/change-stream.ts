import { randomBytes } from 'node:crypto';
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication';
import type { TextRow } from './row-filter.ts';

export interface RowChange {
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly relation: Relation;
  readonly row: TextRow;
  /** The old row's key columns, or all its columns, depending on the replica identity. Empty for an insert. */
  readonly old: TextRow;
  readonly xid: number;
  /** ISO 8601, UTC. */
  readonly committedAt: string;
}

export interface Relation {
  readonly oid: number;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[];
}

export interface ChangeStream {
  stop(): Promise<void>;
}

export interface ChangeStreamOptions {
  readonly databaseUrl: string;
  readonly publications: readonly string[];
  /** The next change waits for the promise. */
  readonly onChange: (change: RowChange) => Promise<void>;
  /** Called when the stream has reconnected. Changes in between are lost. */
  readonly onGap: () => void;
  readonly log: (line: string) => void;
}

/** Leaves values as text. Creates its slot on the connection that reads the slot, because a temporary slot belongs to one connection. */
class TextPlugin extends PgoutputPlugin {
  override parse(buffer: Buffer): Pgoutput.Message {
    const message = super.parse(buffer);
    if (message.tag === 'relation') for (const column of message.columns) column.parser = (raw) => raw;
    return message;
  }

  override async start(client: Parameters<PgoutputPlugin['start']>[0], slot: string, lsn: string): Promise<void> {
    await client.query(`CREATE_REPLICATION_SLOT "${slot}" TEMPORARY LOGICAL pgoutput`);
    await super.start(client, slot, lsn);
  }
}

/** Streams committed changes of the publications' tables. Reconnects by itself. */
export async function followChanges(options: ChangeStreamOptions): Promise<ChangeStream> {
  let stopped = false;
  let service: LogicalReplicationService | null = null;
  let retryTimer: NodeJS.Timeout | null = null;
  let failures = 0;

  const run = async (first: boolean): Promise<void> => {
    const current = new LogicalReplicationService(
      { connectionString: options.databaseUrl, application_name: 'realtime' },
      { acknowledge: { auto: true, timeoutSeconds: 10 }, flowControl: { enabled: true } },
    );
    service = current;
    let commit = { xid: 0, committedAt: '' };
    current.on('data', async (_lsn: string, message: Pgoutput.Message) => {
      if (message.tag === 'begin')
        commit = { xid: message.xid, committedAt: new Date(Number(message.commitTime) / 1000).toISOString() };
      const change = toChange(message, commit);
      if (change) await options.onChange(change);
    });
    // `subscribe` rejects with the same error.
    current.on('error', () => undefined);
    const started = new Promise<void>((done) => current.on('start', done));
    const ended = current
      .subscribe(
        new TextPlugin({ protoVersion: 1, publicationNames: [...options.publications] }),
        `realtime_${randomBytes(6).toString('hex')}`,
      )
      .then(
        () => 'the connection ended',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    void ended.then((reason) => retry(current, reason));
    await Promise.race([started, ended]);
    if (current.isStop()) return;
    failures = 0;
    if (!first) options.onGap();
  };

  const retry = async (failed: LogicalReplicationService, reason: string): Promise<void> => {
    await failed.destroy().catch(() => undefined);
    if (stopped) return;
    failures += 1;
    if (failures === 1) options.log(`Realtime lost the database (${reason}) and tries again; everything else goes on.`);
    retryTimer = setTimeout(() => void run(false), Math.min(60_000, 500 * 2 ** failures));
  };

  await run(true);
  return {
    async stop() {
      stopped = true;
      if (retryTimer) clearTimeout(retryTimer);
      await service?.destroy().catch(() => undefined);
    },
  };
}

function toChange(message: Pgoutput.Message, commit: Pick<RowChange, 'xid' | 'committedAt'>): RowChange | null {
  if (message.tag !== 'insert' && message.tag !== 'update' && message.tag !== 'delete') return null;
  const { relationOid, schema, name, columns } = message.relation;
  const relation: Relation = { oid: relationOid, schema, table: name, columns };
  if (message.tag === 'insert') return { type: 'INSERT', relation, row: message.new, old: {}, ...commit };
  const old: TextRow = message.old ?? message.key ?? {};
  if (message.tag === 'update') return { type: 'UPDATE', relation, row: message.new, old, ...commit };
  return { type: 'DELETE', relation, row: {}, old, ...commit };
}
