import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';
import { StartError } from '../start-error.ts';

export interface FileMove {
  readonly dataDir: string;
  readonly projectUrl: string;
  readonly secretKey: string;
  readonly log: (line: string) => void;
}

interface StoredFile {
  readonly bucket: string;
  readonly name: string;
  readonly version: string;
  readonly owner: string | null;
  readonly bytes: number;
  readonly mime: string;
  readonly cacheControl: string;
}

/** Sends the files that rows name to the project's Storage, and gives them their owners and facts. */
export async function moveFiles(from: postgres.Sql, to: postgres.Sql, move: FileMove): Promise<void> {
  const files = await from<StoredFile[]>`
    select bucket_id as bucket, name, version, owner_id as owner, (metadata ->> 'size')::float8 as bytes,
      metadata ->> 'mimetype' as mime, coalesce(metadata ->> 'cacheControl', 'max-age=3600') as "cacheControl"
    from storage.objects
    where bucket_id in ('tracks', 'covers', 'avatars') and private.is_file_named(bucket_id, name) order by bucket_id, name`;
  let sent = 0;
  for (const file of files) {
    if (await isThere(to, file)) continue;
    await sendFile(file, move);
    sent += 1;
    if (sent % 100 === 0) move.log(`sent ${sent} files`);
  }
  await to`update storage.objects o set owner = f.owner::uuid, owner_id = f.owner
    from jsonb_to_recordset(${to.json(files.map(({ bucket, name, owner }) => ({ bucket, name, owner })))})
      f(bucket text, name text, owner text)
    where o.bucket_id = f.bucket and o.name = f.name`;
  const facts = await from`select bucket_id, name, mime, bytes, duration_ms, kind from private.file_facts`;
  await to`insert into private.file_facts (bucket_id, name, mime, bytes, duration_ms, kind, checked_at)
    select f.bucket_id, f.name, f.mime, f.bytes, f.duration_ms, f.kind, greatest(now(), o.updated_at)
    from jsonb_to_recordset(${to.json(facts.map((row) => ({ ...row })))})
      f(bucket_id text, name text, mime text, bytes bigint, duration_ms integer, kind text)
    join storage.objects o on o.bucket_id = f.bucket_id and o.name = f.name
    on conflict (bucket_id, name) do update set kind = excluded.kind, bytes = excluded.bytes, mime = excluded.mime,
      duration_ms = excluded.duration_ms, checked_at = excluded.checked_at`;
  move.log(`${files.length} files are in the project, ${sent} of them sent now.`);
}

async function isThere(to: postgres.Sql, { bucket, name, bytes }: StoredFile): Promise<boolean> {
  const rows = await to`select 1 from storage.objects
    where bucket_id = ${bucket} and name = ${name} and (metadata ->> 'size')::float8 = ${bytes}`;
  return rows.length > 0;
}

async function sendFile(file: StoredFile, { dataDir, projectUrl, secretKey }: FileMove): Promise<void> {
  const path = join(dataDir, 'storage/objects', file.version.slice(0, 2), file.version);
  const address = `${file.bucket}/${file.name.split('/').map(encodeURIComponent).join('/')}`;
  // A legacy key is a JWT and is sent as the bearer token too.
  const bearer = secretKey.split('.').length === 3 ? { authorization: `Bearer ${secretKey}` } : {};
  const response = await fetch(`${projectUrl}/storage/v1/object/${address}`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      ...bearer,
      'content-type': file.mime,
      'cache-control': file.cacheControl,
      'x-upsert': 'true',
    },
    body: await openAsBlob(path),
  });
  if (!response.ok)
    throw new StartError(
      `The project's Storage refused ${address} with ${response.status}: ${(await response.text()).slice(0, 300)}. ` +
        'Repeat this command when the cause is gone; files that were sent stay.',
    );
  await response.arrayBuffer();
}
