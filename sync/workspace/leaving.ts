import type { AuthDoor, SyncEnvironment } from '../api.ts';
import { keptCacheName, markName, outboxName, ownerName } from '../core/names.ts';
import { authHeaders } from '../remote/http.ts';
import type { SessionKeeper } from '../remote/session.ts';
import type { Workspace } from './workspace.ts';

/** Sign-out waits this long for the queue (SY-19). */
const DRAIN_MS = 5_000;
/** Owners whose data is being deleted: a crash in the middle is finished at the next start. */
const LEAVING_MARK = 'undercurrent-leaving';

/** Signing out: what this person had leaves the device, with or without a network (S-5, SY-19). */
export function createLeaving(
  environment: SyncEnvironment,
  keeper: SessionKeeper,
  workspace: () => Promise<Workspace | null>,
): { signOut: AuthDoor['signOut']; finishEarlier(): void } {
  const { marks } = environment;

  const deleteOwner = async (owner: string) => {
    const { deleteDatabase, deleteReplicas } = await import('../replica/delete.ts');
    await environment.caches?.delete(keptCacheName(owner));
    await deleteDatabase(environment.indexedDB, outboxName(owner));
    await deleteReplicas(environment, owner, () => false);
    marks?.remove(`undercurrent-device:${owner}`);
    for (const key of marks?.keys() ?? []) if (key.startsWith(markName(owner, ''))) marks?.remove(key);
    if (marks?.get(LEAVING_MARK) === owner) marks.remove(LEAVING_MARK);
  };

  return {
    async signOut({ discard }) {
      const session = keeper.current.get();
      const open = await workspace().catch(() => null);
      if (!discard && open) {
        const actions = await open.drain(session?.locked ? 0 : DRAIN_MS);
        if (actions > 0) return { kind: 'waiting', actions };
      }
      const owner = session ? ownerName(session.userId) : null;
      if (owner !== null) marks?.set(LEAVING_MARK, owner);
      // Forgetting the session closes the workspace, in the other tabs too.
      await keeper.save(null);
      await workspace().catch(() => null);
      await open?.close();
      if (owner !== null) await deleteOwner(owner);
      if (session) void revoke(environment, session.accessToken);
      return { kind: 'signed-out' };
    },

    finishEarlier() {
      const owner = marks?.get(LEAVING_MARK);
      const current = keeper.current.get();
      if (!owner) return;
      // The sign-out did not come as far as forgetting the session: it did not happen.
      if (current && ownerName(current.userId) === owner) marks?.remove(LEAVING_MARK);
      else deleteOwner(owner).catch(() => undefined);
    },
  };
}

/** Best effort: the session ends on the server too when it can be reached. */
async function revoke(environment: SyncEnvironment, token: string): Promise<void> {
  await environment
    .fetch(`${environment.config.supabaseUrl}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: authHeaders(environment, token),
    })
    .catch(() => undefined);
}
