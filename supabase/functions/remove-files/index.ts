import {
  callProcedure,
  failureStatus,
  isFromService,
  isRecord,
  jsonResponse,
  readObject,
  readService,
  send,
} from '../_shared/service.ts';
import type { Project } from '../_shared/service.ts';

/** Files per batch; Storage deletes up to 1000 at once. */
const BATCH = 100;

interface QueuedFile {
  readonly bucket: string;
  readonly name: string;
}

/**
 * `remove-files`, for a schedule with the service key: deletes queued files through Storage. With `{ "sweep": true }`
 * it first examines the next 10,000 stored files, and queues uploads older than a day that no row uses. Responds with
 * `{ removed }`. Safe to run concurrently; a failed file is retried by the first call after five minutes.
 */
export default {
  async fetch(request: Request, context?: unknown): Promise<Response> {
    if (request.method !== 'POST') return jsonResponse(405, { message: 'Use POST.' }, { allow: 'POST' });
    try {
      const service = readService(context);
      if (!(await isFromService(request, service)))
        return jsonResponse(401, { message: 'This is for the server alone.' });
      const body = await readObject(request);
      if (body?.['sweep'] === true) await callProcedure(service, 'queue_orphan_files', {}, { isRepeatable: true });
      return jsonResponse(200, { removed: await removeQueued(service) });
    } catch (error) {
      console.error('remove-files:', error instanceof Error ? error.message : error);
      return jsonResponse(failureStatus(error), { message: 'Not every file could be removed.' });
    }
  },
};

async function removeQueued(service: Project): Promise<number> {
  for (let removed = 0; ;) {
    const files = readFiles(await callProcedure(service, 'take_file_removals', { p_limit: BATCH }));
    if (files.length === 0) return removed;
    for (const bucket of new Set(files.map((file) => file.bucket))) {
      const prefixes = files.filter((file) => file.bucket === bucket).map((file) => file.name);
      const response = await send(service, 'DELETE', `/storage/v1/object/${bucket}`, { body: { prefixes } });
      if (!response.ok) throw new Error(`Storage answered ${response.status} for ${bucket}: ${await response.text()}`);
    }
    removed += Number(await callProcedure(service, 'finish_file_removals', { p_files: files }));
  }
}

function readFiles(value: unknown): QueuedFile[] {
  if (!Array.isArray(value)) throw new Error('take_file_removals answered no list');
  return value.map((file: unknown) => {
    if (!isRecord(file) || typeof file['bucket'] !== 'string' || typeof file['name'] !== 'string') {
      throw new Error('take_file_removals answered something that is no file');
    }
    return { bucket: file['bucket'], name: file['name'] };
  });
}
