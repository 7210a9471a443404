import { createHash } from 'node:crypto';
import type postgres from 'postgres';

export interface FileServer {
  readonly sql: postgres.Sql;
  readonly url: string;
  readonly serviceRoleKey: string;
}

/** SHA-256 of each stored file as the server sends it, by bucket and name; of a file that it does not send, the status. */
export async function hashStoredFiles({ sql, url, serviceRoleKey }: FileServer): Promise<Map<string, string>> {
  const files = await sql<{ bucket: string; name: string }[]>`
    select bucket_id as bucket, name from storage.objects order by 1, 2`;
  const hashes = new Map<string, string>();
  for (const { bucket, name } of files) {
    const path = name.split('/').map(encodeURIComponent).join('/');
    const answer = await fetch(`${url}/storage/v1/object/authenticated/${bucket}/${path}`, {
      headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const hash = createHash('sha256').update(bytes).digest('hex');
    hashes.set(`${bucket}/${name}`, answer.ok ? hash : `status ${answer.status}`);
  }
  return hashes;
}
