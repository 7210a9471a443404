import type { SyncEnvironment } from '../environment.ts';
import type { UploadDoor } from '../upload-types.ts';
import type { UploadStore } from '../outbox/upload-store.ts';
import { isMissingCode } from '../model/missing-code.ts';
import { toCallResult } from './failure.ts';
import { type AccessToken, authHeaders, requestAs } from './http.ts';
import type { StorageEndpoint } from './send-file.ts';

export interface UploadsInput {
  environment: SyncEnvironment;
  owner: string;
  records: UploadDoor['records'];
  /** Waits for the person's database; rejects once they have left. */
  store(): Promise<UploadStore>;
  /** A token of this person, and of nobody else. */
  accessToken: AccessToken;
}

/** The uploads of one person: their records on the device, and what a transfer needs. */
export function createUploads({ environment, owner, records, store, accessToken }: UploadsInput): UploadDoor {
  const endpoint: StorageEndpoint = {
    fetch: environment.fetch,
    address: `${environment.config.supabaseUrl}/storage/v1/upload/resumable`,
    async headers(refused) {
      const token = await accessToken(refused?.['authorization']?.replace(/^Bearer /, ''));
      return token === null ? null : authHeaders(environment, token);
    },
  };
  return {
    records,
    add: async (record, files) => (await store()).add(record, files),
    change: async (id, decide) => (await store()).change(id, decide),
    putFiles: async (id, files) => (await store()).putFiles(id, files),
    files: async (id) => (await store()).files(id),
    remove: async (id) => (await store()).remove(id),
    async alone(name, { signal, now = false }, work) {
      // Without Web Locks two tabs may do the same: it costs a second transfer, and the action is one all the same.
      if (!environment.locks) return work();
      const options = now ? { ifAvailable: true } : { signal };
      return environment.locks.request(`upload:${owner}:${name}`, options, (lock) => (lock ? work() : null));
    },
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
      for (const bucket of ['tracks', 'covers'] as const) {
        const prefixes = files.filter((file) => file.bucket === bucket).map((file) => file.path);
        if (prefixes.length === 0) continue;
        const options = { method: 'DELETE', body: { prefixes } };
        const reply = await requestAs(environment, accessToken, `/storage/v1/object/${bucket}`, options);
        if (!reply.ok) return toCallResult(reply);
      }
      return { ok: true, value: null };
    },
  };
}

function missing(error: unknown): null {
  if (!isMissingCode(error)) throw error;
  return null;
}

/** Nobody needs them before a file is sent. Null where they cannot be had now. */
function loadSender() {
  return import('./send-file.ts').catch(missing);
}
function loadChecker() {
  return import('./check-file.ts').catch(missing);
}
