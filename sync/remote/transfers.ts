import type { SyncEnvironment } from '../environment.ts';
import type { UploadApi } from '../upload-types.ts';
import { isMissingCode } from '../model/missing-code.ts';
import { toCallResult } from './failure.ts';
import { incomingFile } from './incoming-file.ts';
import { type AccessToken, authHeaders, requestAs } from './http.ts';
import type { StorageEndpoint } from './send-file.ts';

export function createTransfers(
  environment: SyncEnvironment,
  accessToken: AccessToken,
): Pick<UploadApi, 'send' | 'end' | 'deleteFiles'> {
  const endpoint: StorageEndpoint = {
    fetch: environment.fetch,
    address: `${environment.config.supabaseUrl}/storage/v1/upload/resumable`,
    async headers(refused) {
      const token = await accessToken(refused?.['authorization']?.replace(/^Bearer /, ''));
      return token === null ? null : authHeaders(environment, token);
    },
  };
  return {
    async send(file, options) {
      const [sender, checker] = await Promise.all([loadSender(), loadChecker()]);
      if (!sender || !checker) return { kind: 'waits', for: 'network' };
      const sent = await sender.sendFile(endpoint, file, options);
      if (sent.kind !== 'up') return sent;
      options.signal.throwIfAborted();
      return checker.checkFile(environment, file, accessToken);
    },
    async end(tusUrl) {
      await (await loadSender())?.endTransfer(endpoint, tusUrl);
    },
    async deleteFiles(files) {
      // A file whose check failed is still in the bucket 'incoming'.
      const stored = [...files, ...files.map(incomingFile)];
      for (const bucket of ['incoming', 'tracks', 'covers'] as const) {
        const prefixes = stored.filter((file) => file.bucket === bucket).map((file) => file.path);
        if (prefixes.length === 0) continue;
        const options = { method: 'DELETE', body: { prefixes } };
        const reply = await requestAs(environment, accessToken, `/storage/v1/object/${bucket}`, options);
        if (!reply.ok) return toCallResult(reply);
      }
      return { ok: true, value: null };
    },
  };
}

/** Null if the code cannot be fetched. */
function loadSender() {
  return import('./send-file.ts').catch(nullIfMissing);
}
function loadChecker() {
  return import('./check-file.ts').catch(nullIfMissing);
}

function nullIfMissing(error: unknown): null {
  if (!isMissingCode(error)) throw error;
  return null;
}
