import { randomUUID } from 'node:crypto';
import { mp3, png } from '../../../sync/media/sample-files.ts';
import type { HttpCaller } from '../http-caller.ts';
import { people, roles, type Role } from './cells.ts';
import type { MatrixContext, Tally } from './try-request.ts';

interface Sample {
  readonly mime: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const picture: Sample = { mime: 'image/png', bytes: png({ width: 2, height: 2 }) };

/** The buckets (part 2 §7), each with a file that it accepts. */
export const buckets: Readonly<Record<string, Sample>> = {
  avatars: picture,
  covers: picture,
  incoming: picture,
  tracks: { mime: 'audio/mpeg', bytes: mp3({ frames: 100 }) },
};

/** Roles with a folder of their own: `{userId}/…` (part 2 §7). The secret key may use any folder. */
const ownRoles: readonly Role[] = [...people, 'service'];
const serviceOnly: readonly Role[] = ['service'];

interface Operation {
  readonly label: string;
  readonly by: readonly Role[];
  /** Whether this reads a public URL. The public URLs of the private bucket are refused to everybody. */
  readonly isPublic?: true;
  readonly writes: boolean;
  /** 'nothing' means that nothing could be read or done. A number is the refusal's status. */
  readonly run: (caller: HttpCaller, target: Target) => Promise<'done' | 'nothing' | number>;
}

interface Target {
  readonly bucket: string;
  readonly sample: Sample;
  readonly ownFile: string;
  readonly foreignFile: string;
}

const upload =
  (nameOf: (target: Target) => string, method = 'POST', upsert = false) =>
  async (caller: HttpCaller, target: Target) => {
    const response = await caller.fetch(`/storage/v1/object/${target.bucket}/${nameOf(target)}`, {
      method,
      headers: { 'content-type': target.sample.mime, 'x-upsert': String(upsert) },
      body: target.sample.bytes,
    });
    return response.ok ? 'done' : response.status;
  };

const read = (kind: string, nameOf: (target: Target) => string) => async (caller: HttpCaller, target: Target) => {
  const response = await caller.fetch(`/storage/v1/object/${kind}${target.bucket}/${nameOf(target)}`, {});
  await response.arrayBuffer();
  return response.ok ? 'done' : response.status;
};

const callWithList =
  (method: string, kind: string, bodyOf: (target: Target) => unknown) => async (caller: HttpCaller, target: Target) => {
    const { status, body } = await caller.send(method, `/storage/v1/object/${kind}${target.bucket}`, bodyOf(target));
    if (status >= 400) return status;
    return Array.isArray(body) && body.length > 0 ? 'done' : 'nothing';
  };

const folderOf = (name: string) => name.split('/')[0] ?? '';

const operations: readonly Operation[] = [
  { label: 'upload into the own folder', by: ownRoles, writes: true, run: upload(({ ownFile }) => ownFile) },
  {
    label: 'upload into the folder of another',
    by: serviceOnly,
    writes: true,
    run: upload(({ foreignFile }) => `${folderOf(foreignFile)}/${randomUUID()}`),
  },
  { label: 'upload into no folder', by: serviceOnly, writes: true, run: upload(() => randomUUID()) },
  { label: 'replace the own file', by: ownRoles, writes: true, run: upload(({ ownFile }) => ownFile, 'POST', true) },
  {
    label: 'replace the file of another',
    by: serviceOnly,
    writes: true,
    run: upload(({ foreignFile }) => foreignFile, 'POST', true),
  },
  {
    label: 'overwrite by PUT the file of another',
    by: serviceOnly,
    writes: true,
    run: upload(({ foreignFile }) => foreignFile, 'PUT'),
  },
  {
    label: 'begin a resumable upload over the file of another',
    by: serviceOnly,
    writes: false,
    run: async (caller, { bucket, sample, foreignFile }) => {
      const text = (value: string) => Buffer.from(value).toString('base64');
      const response = await caller.fetch('/storage/v1/upload/resumable', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(sample.bytes.length),
          'upload-metadata': `bucketName ${text(bucket)},objectName ${text(foreignFile)},contentType ${text(sample.mime)}`,
          'x-upsert': 'true',
        },
      });
      return response.ok ? 'done' : response.status;
    },
  },
  // Part 2 §7: files have public URLs; whoever has one may read it.
  {
    label: 'read a public address',
    by: roles,
    isPublic: true,
    writes: false,
    run: read('public/', ({ foreignFile }) => foreignFile),
  },
  { label: 'read the own file', by: ownRoles, writes: false, run: read('authenticated/', ({ ownFile }) => ownFile) },
  {
    label: 'read the file of another',
    by: serviceOnly,
    writes: false,
    run: read('authenticated/', ({ foreignFile }) => foreignFile),
  },
  {
    label: 'read the info of the file of another',
    by: serviceOnly,
    writes: false,
    run: read('info/', ({ foreignFile }) => foreignFile),
  },
  {
    label: 'list the own folder',
    by: ownRoles,
    writes: false,
    run: callWithList('POST', 'list/', ({ ownFile }) => ({ prefix: folderOf(ownFile) })),
  },
  {
    label: 'list the folder of another',
    by: serviceOnly,
    writes: false,
    run: callWithList('POST', 'list/', ({ foreignFile }) => ({ prefix: folderOf(foreignFile) })),
  },
  {
    label: 'find the folders of others',
    by: serviceOnly,
    writes: false,
    run: callWithList('POST', 'list/', ({ foreignFile }) => ({ search: folderOf(foreignFile) })),
  },
  {
    label: 'delete the file of another',
    by: serviceOnly,
    writes: true,
    run: callWithList('DELETE', '', ({ foreignFile }) => ({ prefixes: [foreignFile] })),
  },
  {
    label: 'delete the own file',
    by: ownRoles,
    writes: true,
    run: callWithList('DELETE', '', ({ ownFile }) => ({ prefixes: [ownFile] })),
  },
];

export async function tryBucket({ watch, scene }: MatrixContext, bucket: string, tally: Tally): Promise<void> {
  const sample = buckets[bucket];
  if (!sample) throw new Error(`there is no file for ${bucket}`);
  const isPrivate = bucket === 'incoming';
  const nameOf = (folder: string) => `${folder}/${isPrivate ? 'covers/' : ''}${randomUUID()}`;
  const storedFiles = { owner: nameOf(scene.ids.owner), other: nameOf(scene.ids.other) };
  for (const [person, foreignFile] of Object.entries(storedFiles))
    await upload(() => foreignFile)(scene.callers.service, { bucket, sample, ownFile: '', foreignFile: person });
  for (const role of roles) {
    const caller = scene.callers[role];
    const target = {
      bucket,
      sample,
      ownFile: nameOf(caller.id ?? scene.ids.newcomer),
      foreignFile: storedFiles[role === 'owner' ? 'other' : 'owner'],
    };
    for (const { label, by, isPublic, writes, run } of operations) {
      await watch.takeChanges();
      const outcome = await run(caller, target);
      const changes = await watch.takeChanges();
      tally.cells += 1;
      const may = by.includes(role) && !(isPublic && isPrivate);
      const isRefused = outcome === 'nothing' || (typeof outcome === 'number' && outcome >= 400 && outcome < 500);
      if (may ? outcome !== 'done' || changes.length > 0 !== writes : !isRefused || changes.length > 0)
        tally.faults.push(
          `${role}: ${label}: ${may ? 'should be done' : 'should be refused'}; got ${outcome}, changed [${changes.join()}]`,
        );
    }
  }
}
