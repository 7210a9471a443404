import type postgres from 'postgres';

/**
 * Tables that the stack writes by itself: when it publishes a digest (G-4), counts errors, measures the disk, plays another track, or looks for
 * files that no row names.
 */
const ofStack = [
  'private.digest',
  'private.digest_lag',
  'private.digested_counts',
  'private.undigested_changes',
  'private.error_counts',
  'private.disk_space',
  'private.radio_station',
  'private.orphan_sweep',
  'realtime.messages',
];

/** Reports committed changes as 'insert public.tracks', except those that the stack makes by itself. */
export interface ChangeWatch {
  takeChanges(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Watches all tables through the WAL, which costs the same for any number of them.
 * @param sql needs wal_level=logical
 */
export async function watchChanges(sql: postgres.Sql): Promise<ChangeWatch> {
  await sql`create publication watch_everything for all tables with (publish_via_partition_root = true)`;
  await sql`select pg_create_logical_replication_slot('watch_everything', 'pgoutput')`;
  const relations = new Map<number, string>();
  return {
    async takeChanges() {
      // Logical decoding reads flushed WAL only. Asynchronous commits flush late, so force a flush.
      await sql`select set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'flush', '')`;
      const messages = await sql<{ data: Buffer }[]>`
        select data from pg_logical_slot_get_binary_changes(
          'watch_everything', null, null, 'proto_version', '1', 'publication_names', 'watch_everything')`;
      const changes: string[] = [];
      for (const { data } of messages) {
        const kind = String.fromCharCode(data.readUInt8(0));
        if (kind === 'R') relations.set(data.readUInt32BE(1), relationName(data));
        const operation = operations.get(kind);
        const table = relations.get(data.readUInt32BE(1)) ?? 'an unknown table';
        if (operation && !ofStack.includes(table)) changes.push(`${operation} ${table}`);
        // A truncate message has the number of relations, a byte of options, and then the ids of the relations, from offset 6.
        if (kind === 'T') changes.push(`truncate ${relations.get(data.readUInt32BE(6)) ?? 'an unknown table'}`);
      }
      return changes;
    },
    async stop() {
      await sql`select pg_drop_replication_slot('watch_everything')`;
      await sql`drop publication watch_everything`;
    },
  };
}

const operations = new Map([
  ['I', 'insert'],
  ['U', 'update'],
  ['D', 'delete'],
]);

/** Reads 'schema.name' from a relation message: 'R', the id, then schema and name, each zero-terminated. */
function relationName(data: Buffer): string {
  const schemaEnd = data.indexOf(0, 5);
  const nameEnd = data.indexOf(0, schemaEnd + 1);
  return `${data.toString('utf8', 5, schemaEnd)}.${data.toString('utf8', schemaEnd + 1, nameEnd)}`;
}
