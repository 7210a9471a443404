import type { Scope, UploadRecord } from '../../sync/client.ts';

/** 'here': another upload on this device. 'published': the person's track. */
export interface SameFile {
  where: 'here' | 'published';
  title: string;
}

/** Bytes per sample. Published files are compared by samples of their start, middle and end. */
const SAMPLE = 65_536;

/**
 * Finds an upload or a track of this person with the same bytes; null without one. Unreachable tracks do not count.
 * @param accepted MP3s by upload id, which may not be in the stored records yet
 */
export async function findSame(
  scope: Pick<Scope, 'uploads' | 'tracksOf' | 'userId'>,
  file: Blob,
  accepted: ReadonlyMap<string, Blob>,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): Promise<SameFile | null> {
  const records = scope.uploads.records.get() ?? [];
  const titleOf = (id: string) => {
    const record = records.find((each) => each.id === id);
    return record?.form.title || record?.audio?.name || '';
  };
  for (const [id, blob] of accepted) if (await isSame(blob, file)) return { where: 'here', title: titleOf(id) };
  for (const record of records) {
    if (accepted.has(record.id) || record.audio?.bytes !== file.size) continue;
    // Null if the bytes cannot be read: this upload is skipped.
    const audio = (await scope.uploads.files(record.id).catch(() => null))?.audio;
    if (audio && (await isSame(audio, file))) return { where: whereIs(record), title: titleOf(record.id) };
  }
  const tracks = scope.userId === null ? [] : scope.tracksOf(scope.userId).get();
  for (const track of tracks)
    if (track.audio_bytes === file.size && (await isSamePublished(fetch, track.audioSrc, file)))
      return { where: 'published', title: track.title };
  return null;
}

const whereIs = ({ stage }: UploadRecord) => (stage.kind === 'done' ? 'published' : 'here');

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  return a.size === b.size && areEqual(await a.arrayBuffer(), await b.arrayBuffer());
}

async function isSamePublished(fetch: typeof globalThis.fetch, address: string, file: Blob): Promise<boolean> {
  const starts = [0, Math.floor(file.size / 2), Math.max(0, file.size - SAMPLE)];
  for (const start of new Set(starts)) {
    const end = Math.min(start + SAMPLE, file.size);
    const headers = { range: `bytes=${start}-${end - 1}` };
    const part = await fetch(address, { headers, credentials: 'omit' }).catch(() => null);
    if (part?.status !== 206) return false;
    const published = await part.arrayBuffer().catch(() => null);
    if (!published || !areEqual(published, await file.slice(start, end).arrayBuffer())) return false;
  }
  return true;
}

function areEqual(first: ArrayBuffer, second: ArrayBuffer): boolean {
  if (first.byteLength !== second.byteLength) return false;
  const [a, b] = [new Uint8Array(first), new Uint8Array(second)];
  return a.every((byte, i) => byte === b[i]);
}
