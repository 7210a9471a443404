import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { MPEGDecoder } from 'mpg123-decoder';
import { measureMpeg } from '../../functions/_shared/media/measure-mpeg.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import type { AudioFile, MeasureReply } from './measure-jobs.ts';

/** The largest file that the bucket accepts. */
const MAX_BYTES = 50 * 1024 * 1024;
const FETCH_MS = 120_000;

async function measure(file: AudioFile): Promise<MeasureReply> {
  const bytes = 'path' in file ? await readBytes(file.path) : await fetchBytes(file);
  if (bytes === null) return { kind: 'failed', reason: 'its file is missing' };
  if (!(bytes instanceof Uint8Array)) return bytes;
  // Without gapless decoding, which would trim only the first slice.
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    const loudness = await measureMpeg(bytes, async (frames) => {
      await decoder.reset();
      return decoder.decode(frames).channelData;
    });
    return { kind: 'measured', loudness };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    decoder.free();
  }
}

/** An error of the disk may be temporary, and says nothing about the file. */
async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer> | null | MeasureReply> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return { kind: 'away', reason: `The disk could not be read: ${String(error)}` };
  }
}

async function fetchBytes({
  url,
  secretKey,
}: Extract<AudioFile, { url: string }>): Promise<Uint8Array<ArrayBuffer> | null | MeasureReply> {
  // A legacy key is a JWT and is sent as the bearer token too.
  const bearer = secretKey.split('.').length === 3 ? { authorization: `Bearer ${secretKey}` } : {};
  try {
    const signal = AbortSignal.timeout(FETCH_MS);
    const response = await fetch(url, { headers: { apikey: secretKey, ...bearer }, signal });
    // A hosted project refuses everything with 400; the body says why.
    if (response.status === 404 || (response.status === 400 && isMissing(await response.text()))) return null;
    if (!response.ok) return { kind: 'away', reason: `Storage answered ${response.status}` };
    if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES)
      return { kind: 'failed', reason: 'it is too large' };
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    return { kind: 'away', reason: `Storage did not answer: ${String(error)}` };
  }
}

const isMissing = (body: string) => /"statusCode":\s*"?404\b/.test(body);

lowerPriority();
const port = parentPort;
port?.on('message', (file: AudioFile) => {
  measure(file).then(
    (reply) => port.postMessage(reply),
    (error: unknown) => port.postMessage({ kind: 'failed', reason: String(error) } satisfies MeasureReply),
  );
});
