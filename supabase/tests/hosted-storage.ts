import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { TestDatabase } from '../../tests/support/postgres.ts';

export interface HostedFile {
  readonly bucket: string;
  readonly name: string;
  readonly mime?: string;
  readonly upsert?: boolean;
}

const rollback = new Error('rollback');

/**
 * Stores a row as Supabase Storage does (`Uploader.canUpload` and `completeUpload` of supabase/storage): tries the owner's policies in a
 * transaction that it rolls back, receives the bytes, and then stores the row as service_role, whatever has changed meanwhile.
 */
export async function storeAsHosted(db: TestDatabase, owner: string, file: HostedFile): Promise<void> {
  await tryPoliciesAsHosted(db, owner, file);
  await completeAsHosted(db, owner, file);
}

export async function tryPoliciesAsHosted(db: TestDatabase, owner: string, file: HostedFile): Promise<void> {
  const tried = db.asUser(owner).run(async (tx) => {
    await insert(tx, owner, file, '1');
    throw rollback;
  });
  await tried.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
}

export async function completeAsHosted(db: TestDatabase, owner: string, file: HostedFile): Promise<void> {
  await db.asService().run(async (tx) => {
    await lockObject(tx, file);
    await tx`select id from storage.objects where bucket_id = ${file.bucket} and name = ${file.name} for update`;
    await insert(tx, owner, { ...file, upsert: true }, randomUUID());
  });
}

/** Moves a row as Storage does for the service key, once it has copied the bytes. */
export async function moveAsHosted(
  db: TestDatabase,
  from: Pick<HostedFile, 'bucket' | 'name'>,
  to: Pick<HostedFile, 'bucket' | 'name'>,
): Promise<void> {
  await db.asService().run(async (tx) => {
    await lockObject(tx, to);
    await tx`select id from storage.objects where bucket_id = ${from.bucket} and name = ${from.name} for update`;
    await tx`update storage.objects set bucket_id = ${to.bucket}, name = ${to.name}, version = ${randomUUID()}, updated_at = now()
             where bucket_id = ${from.bucket} and name = ${from.name}`;
  });
}

export async function deleteAsHosted(db: TestDatabase, { bucket, name }: Pick<HostedFile, 'bucket' | 'name'>) {
  await db.asService().run(async (tx) => {
    await tx`select set_config('storage.allow_delete_query', 'true', true)`;
    await tx`delete from storage.objects where bucket_id = ${bucket} and name = ${name}`;
  });
}

async function insert(tx: postgres.TransactionSql, owner: string, file: HostedFile, version: string): Promise<void> {
  const metadata = tx.json({ mimetype: file.mime ?? 'audio/mpeg', size: 2_880_000 });
  const replace = tx`on conflict (name, bucket_id) do update
    set metadata = excluded.metadata, version = excluded.version, owner_id = excluded.owner_id, updated_at = now()`;
  await tx`insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
    values (${file.bucket}, ${file.name}, ${owner}, ${owner}, ${version}, ${metadata})
    ${file.upsert ? replace : tx``}`;
}

async function lockObject(tx: postgres.TransactionSql, { bucket, name }: Pick<HostedFile, 'bucket' | 'name'>) {
  await tx`select pg_advisory_xact_lock(hashtext(${`${bucket}/${name}`}))`;
}
