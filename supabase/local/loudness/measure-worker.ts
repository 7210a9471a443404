import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { MPEGDecoder } from 'mpg123-decoder';
import { measureMpeg } from '../../functions/_shared/media/measure-mpeg.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import type { AudioFile, MeasureReply } from './measure-jobs.ts';

/** The largest file that the bucket accepts. */
const MAX_BYTES = 50 * 1024 * 1024;

async function measure(file: AudioFile): Promise<MeasureReply> {
  const bytes = 'path' in file ? await readFile(file.path).catch(() => null) : await fetchBytes(file);
  if (bytes === null) return { kind: 'failed', reason: 'its file is missing' };
  if (!(bytes instanceof Uint8Array)) return bytes;
  // Without gapless decoding, which would trim only the first slice.
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    const loudness = await measureMpeg(new Uint8Array(bytes), async (frames) => {
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

async function fetchBytes({
  url,
  secretKey,
}: Extract<AudioFile, { url: string }>): Promise<Uint8Array | null | MeasureReply> {
  // A legacy key is a JWT and is sent as the bearer token too.
  const bearer = secretKey.split('.').length === 3 ? { authorization: `Bearer ${secretKey}` } : {};
  try {
    const response = await fetch(url, { headers: { apikey: secretKey, ...bearer } });
    if (response.status === 400 || response.status === 404) return null;
    if (!response.ok) return { kind: 'away', reason: `Storage answered ${response.status}` };
    if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES)
      return { kind: 'failed', reason: 'it is too large' };
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    return { kind: 'away', reason: `Storage did not answer: ${String(error)}` };
  }
}

lowerPriority();
const port = parentPort;
port?.on('message', (file: AudioFile) => {
  measure(file).then(
    (reply) => port.postMessage(reply),
    (error: unknown) => port.postMessage({ kind: 'failed', reason: String(error) } satisfies MeasureReply),
  );
});
