import { randomUUID } from 'node:crypto';
import { mp3, png } from '../../../sync/media/sample-files.ts';
import type { HttpCaller } from '../http-caller.ts';
import { people, roles, type Role } from './cells.ts';
import type { Ground, Tally } from './try-request.ts';

interface Sample {
  readonly mime: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const picture: Sample = { mime: 'image/png', bytes: png({ width: 2, height: 2 }) };

/** The buckets of part 2 §7, and a valid file for each. */
export const buckets: Readonly<Record<string, Sample>> = {
  avatars: picture,
  covers: picture,
  tracks: { mime: 'audio/mpeg', bytes: mp3({ frames: 100 }) },
};

/** One's own folder: `{userId}/…` (part 2 §7). The secret key may use any folder. */
const own: readonly Role[] = [...people, 'service'];
const operator: readonly Role[] = ['service'];

interface Door {
  readonly label: string;
  readonly by: readonly Role[];
  readonly writes: boolean;
  /** Returns 'done', the status of the refusal, or 'nothing' when there is nothing to read or do. */
  readonly open: (caller: HttpCaller, place: Place) => Promise<'done' | 'nothing' | number>;
}

/** The names in one bucket that a caller tries. */
interface Place {
  readonly bucket: string;
  readonly sample: Sample;
  readonly mine: string;
  readonly theirs: string;
}

const upload =
  (nameOf: (place: Place) => string, method = 'POST', upsert = false) =>
  async (caller: HttpCaller, place: Place) => {
    const response = await caller.fetch(`/storage/v1/object/${place.bucket}/${nameOf(place)}`, {
      method,
      headers: { 'content-type': place.sample.mime, 'x-upsert': String(upsert) },
      body: place.sample.bytes,
    });
    return response.ok ? 'done' : response.status;
  };

const read = (kind: string, nameOf: (place: Place) => string) => async (caller: HttpCaller, place: Place) => {
  const response = await caller.fetch(`/storage/v1/object/${kind}${place.bucket}/${nameOf(place)}`, {});
  await response.arrayBuffer();
  return response.ok ? 'done' : response.status;
};

/** Lists or deletes several; both return the objects found. */
const many =
  (method: string, kind: string, bodyOf: (place: Place) => unknown) => async (caller: HttpCaller, place: Place) => {
    const { status, body } = await caller.send(method, `/storage/v1/object/${kind}${place.bucket}`, bodyOf(place));
    if (status >= 400) return status;
    return Array.isArray(body) && body.length > 0 ? 'done' : 'nothing';
  };

const folderOf = (name: string) => name.split('/')[0] ?? '';

/** In this order: a file is uploaded first, then replaced, read and deleted. */
const doors: readonly Door[] = [
  { label: 'upload into the own folder', by: own, writes: true, open: upload(({ mine }) => mine) },
  {
    label: 'upload into the folder of another',
    by: operator,
    writes: true,
    open: upload(({ theirs }) => `${folderOf(theirs)}/${randomUUID()}`),
  },
  { label: 'upload into no folder', by: operator, writes: true, open: upload(() => randomUUID()) },
  { label: 'replace the own file', by: own, writes: true, open: upload(({ mine }) => mine, 'POST', true) },
  {
    label: 'replace the file of another',
    by: operator,
    writes: true,
    open: upload(({ theirs }) => theirs, 'POST', true),
  },
  { label: 'put over the file of another', by: operator, writes: true, open: upload(({ theirs }) => theirs, 'PUT') },
  {
    label: 'begin a long upload over the file of another',
    by: operator,
    writes: false,
    open: async (caller, { bucket, sample, theirs }) => {
      const text = (value: string) => Buffer.from(value).toString('base64');
      const response = await caller.fetch('/storage/v1/upload/resumable', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(sample.bytes.length),
          'upload-metadata': `bucketName ${text(bucket)},objectName ${text(theirs)},contentType ${text(sample.mime)}`,
          'x-upsert': 'true',
        },
      });
      return response.ok ? 'done' : response.status;
    },
  },
  // Part 2 §7: files have public URLs; whoever has one may read it.
  { label: 'read a public address', by: roles, writes: false, open: read('public/', ({ theirs }) => theirs) },
  { label: 'read the own file', by: own, writes: false, open: read('authenticated/', ({ mine }) => mine) },
  {
    label: 'read the file of another',
    by: operator,
    writes: false,
    open: read('authenticated/', ({ theirs }) => theirs),
  },
  { label: 'ask about the file of another', by: operator, writes: false, open: read('info/', ({ theirs }) => theirs) },
  {
    label: 'list the own folder',
    by: own,
    writes: false,
    open: many('POST', 'list/', ({ mine }) => ({ prefix: folderOf(mine) })),
  },
  {
    label: 'list the folder of another',
    by: operator,
    writes: false,
    open: many('POST', 'list/', ({ theirs }) => ({ prefix: folderOf(theirs) })),
  },
  {
    label: 'find the folders of others',
    by: operator,
    writes: false,
    open: many('POST', 'list/', ({ theirs }) => ({ search: folderOf(theirs) })),
  },
  {
    label: 'delete the file of another',
    by: operator,
    writes: true,
    open: many('DELETE', '', ({ theirs }) => ({ prefixes: [theirs] })),
  },
  {
    label: 'delete the own file',
    by: own,
    writes: true,
    open: many('DELETE', '', ({ mine }) => ({ prefixes: [mine] })),
  },
];

/** Tries every operation on one bucket as every role. */
export async function tryBucket({ watch, scene }: Ground, bucket: string, tally: Tally): Promise<void> {
  const sample = buckets[bucket];
  if (!sample) throw new Error(`there is no file for ${bucket}`);
  const nameOf = (folder: string) => `${folder}/${randomUUID()}`;
  const kept = { owner: nameOf(scene.ids.owner), other: nameOf(scene.ids.other) };
  for (const [person, theirs] of Object.entries(kept))
    await upload(() => theirs)(scene.callers.service, { bucket, sample, mine: '', theirs: person });
  for (const role of roles) {
    const caller = scene.callers[role];
    const place = {
      bucket,
      sample,
      mine: nameOf(caller.id ?? scene.ids.newcomer),
      theirs: kept[role === 'owner' ? 'other' : 'owner'],
    };
    for (const { label, by, writes, open } of doors) {
      await watch.take();
      const got = await open(caller, place);
      const changes = await watch.take();
      tally.cells += 1;
      const may = by.includes(role);
      const isRefused = got === 'nothing' || (typeof got === 'number' && got >= 400 && got < 500);
      if (may ? got !== 'done' || changes.length > 0 !== writes : !isRefused || changes.length > 0)
        tally.faults.push(
          `${role}: ${label}: ${may ? 'should be done' : 'should be refused'}; got ${got}, changed [${changes.join()}]`,
        );
    }
  }
}
