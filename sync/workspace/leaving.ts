import type { AuthApi, Scope } from '../api.ts';
import { withTimeout } from '../core/timeout.ts';
import type { SyncEnvironment } from '../environment.ts';
import type { UploadRecord } from '../upload-types.ts';
import { LEAVING_TEXT, deviceTextName, keptCacheName, textName, outboxName, ownerName } from '../core/names.ts';
import { revokeSession, type SessionKeeper } from '../remote/session.ts';
import type { StoredSession } from '../remote/session-store.ts';
import { whenDeviceUnused } from './device-lock.ts';
import type { OpenScope } from './scope.ts';

/** Longest wait for the queue to be sent (SY-19). */
const DRAIN_MS = 5_000;
/** Longest wait for cancelled uploads; the server expires the others. */
const CANCEL_MS = 3_000;
/** Longest wait for pages that have the person's databases open. */
const CLOSE_MS = 5_000;
/** A store that does not answer in this time counts as broken. */
const ANSWER_MS = 20_000;

export interface Scopes {
  open(): OpenScope | null;
  closed(): Promise<unknown>;
}

export interface Leaving {
  signOut: AuthApi['signOut'];
  /**
   * Deletes the data of a rejected session's person, also unsent actions. @returns false, with nothing deleted, if the person has signed in
   * again
   */
  forget(rejected: StoredSession): Promise<boolean>;
  /** Deletes what an interrupted sign-out has left. */
  finishInterrupted(): void;
}

/** Signs a person out and deletes their data from the device, with or without a network (S-5, SY-19). */
export function createLeaving(environment: SyncEnvironment, keeper: SessionKeeper, scopes: Scopes): Leaving {
  const { localTexts } = environment;

  const deleteDataWhenUnused = (owner: string) =>
    whenDeviceUnused(environment.locks, owner, CLOSE_MS, () => deleteData(owner));
  const deleteData = async (owner: string) => {
    const session = await keeper.reload();
    // The same person has signed in again in another tab.
    if (session && ownerName(session.userId) === owner) return localTexts.remove(LEAVING_TEXT);
    const { deleteDatabase, deleteReplicas } = await import('../replica/delete.ts');
    // A browser without access to caches has stored nothing in them.
    await environment.caches?.delete(keptCacheName(owner)).catch(() => false);
    await deleteDatabase(environment.indexedDB, outboxName(owner));
    await deleteReplicas(environment, owner, () => false);
    localTexts.remove(deviceTextName(owner));
    for (const key of localTexts.keys()) if (key.startsWith(textName(owner, ''))) localTexts.remove(key);
    if (localTexts.get(LEAVING_TEXT) === owner) localTexts.remove(LEAVING_TEXT);
  };
  /** @param end removes the session, which closes the scope in all tabs. @returns what `end` returned: whether the session was removed */
  const leave = async ({ userId }: StoredSession, end: () => Promise<boolean>): Promise<boolean> => {
    const owner = ownerName(userId);
    localTexts.set(LEAVING_TEXT, owner);
    if (!(await end())) {
      localTexts.remove(LEAVING_TEXT);
      return false;
    }
    await withTimeout(ANSWER_MS, scopes.closed()).catch(() => undefined);
    await deleteDataWhenUnused(owner);
    return true;
  };

  return {
    forget: (session) => leave(session, () => keeper.endRejected(session)),

    async signOut({ discard, isAccountGone = false }) {
      const session = keeper.current.get();
      if (!session) return { kind: 'signed-out' };
      const open = scopes.open();
      if (open && !discard) {
        // Broken stores must not prevent a sign-out.
        const actions = await withTimeout(ANSWER_MS, open.drain(session.locked ? 0 : DRAIN_MS)).catch(() => 0);
        const pictures = (await withTimeout(ANSWER_MS, open.avatar.isUnderWay()).catch(() => false)) ? 1 : 0;
        const uploads = unfinished(open.uploads).length + pictures;
        if (actions > 0 || uploads > 0) return { kind: 'waiting', actions, uploads };
      }
      if (open && !isAccountGone) await withTimeout(ANSWER_MS, cancelUploads(open, environment)).catch(() => undefined);
      await leave(session, async () => {
        await keeper.end(session.userId);
        return true;
      });
      if (!isAccountGone) void revokeSession(environment, session.accessToken);
      return { kind: 'signed-out' };
    },

    finishInterrupted() {
      const owner = localTexts.get(LEAVING_TEXT);
      const current = keeper.current.get();
      if (!owner) return;
      // The sign-out was interrupted before it ended the session, so it is cancelled.
      if (current && ownerName(current.userId) === owner) localTexts.remove(LEAVING_TEXT);
      // If the deletion fails, the next start tries again.
      else deleteDataWhenUnused(owner).catch(() => undefined);
    },
  };
}

function unfinished(uploads: Scope['uploads']): UploadRecord[] {
  return (uploads.records.get() ?? []).filter(({ stage }) => stage.kind !== 'draft' && stage.kind !== 'done');
}

/** Asks the sending tab to cancel each upload that is being sent, and waits for that. Cancelling needs the session. */
async function cancelUploads({ uploads }: Scope, environment: SyncEnvironment): Promise<void> {
  const isSending = (record: UploadRecord) => record.stage.kind === 'sending';
  await Promise.all(
    unfinished(uploads)
      .filter(isSending)
      .map(({ id }) =>
        uploads.change(id, (stored) => (isSending(stored) ? { ...stored, stage: { kind: 'cancelling' } } : 'keep')),
      ),
  ).catch(() => undefined);
  if (!environment.isOnline()) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const check = () => {
      // The list may not show the change to 'cancelling' yet, so wait for uploads in both stages.
      if (!unfinished(uploads).some(({ stage }) => stage.kind === 'sending' || stage.kind === 'cancelling')) end();
    };
    const timer = setTimeout(end, CANCEL_MS);
    const stop = uploads.records.subscribe(check);
    check();
  });
}
