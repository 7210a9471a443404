import type { BackendConfig, SyncEnvironment, UploadDoor } from '../api.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { SessionKeeper } from './session.ts';

/** The records of an upload on the device, and what its transfer needs. */
export function createUploads(
  environment: SyncEnvironment,
  keeper: SessionKeeper,
  opened: () => Promise<Workspace>,
): UploadDoor {
  return {
    current: async () => (await opened()).uploads.current(),
    save: async (record) => (await opened()).uploads.save(record),
    remove: async (id) => (await opened()).uploads.remove(id),
    async target() {
      const token = await keeper.accessToken();
      return token === null ? null : uploadTarget(environment.config, token);
    },
    async deleteFiles(files) {
      const { createSupabase } = await import('./supabase.ts');
      const supabase = createSupabase(environment, () => keeper.accessToken());
      for (const bucket of ['tracks', 'covers'] as const) {
        const paths = files.filter((file) => file.bucket === bucket).map((file) => file.path);
        if (paths.length === 0) continue;
        const { error } = await supabase.storage.from(bucket).remove(paths);
        if (error) return { ok: false, failure: storageFailure(error) };
      }
      return { ok: true, value: null };
    },
  };
}

function uploadTarget(config: BackendConfig, token: string): { endpoint: string; headers: Record<string, string> } {
  return {
    endpoint: `${config.supabaseUrl}/storage/v1/upload/resumable`,
    headers: { authorization: `Bearer ${token}`, apikey: config.publishableKey, 'x-upsert': 'false' },
  };
}

function storageFailure(error: { message: string; status?: number | undefined; statusCode?: string | undefined }) {
  if (error.status === undefined) return { kind: 'network' } as const;
  if (error.status >= 500 || error.status === 429) return { kind: 'busy', message: error.message } as const;
  return { kind: 'refused', code: error.statusCode ?? String(error.status), message: error.message } as const;
}
