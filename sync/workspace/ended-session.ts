import type { HttpEnvironment } from '../remote/http.ts';
import type { StoredSession } from '../remote/session-store.ts';
import { wasSessionEnded } from '../remote/was-session-ended.ts';

/** Delay before the server is asked again if it was not reached. */
const RETRY_MS = 30_000;

export interface EndedSessionCheck {
  /** Call at each change of the session. */
  check(): void;
  stop(): void;
}

interface EndedSessionInput {
  environment: HttpEnvironment;
  /** The session, if the server has rejected it. */
  rejected(): StoredSession | null;
  /** Deletes the person's data from the device. */
  forget(session: StoredSession): Promise<void>;
}

/**
 * Asks the server why it rejected the session. If the person signed this device out from another one, or deleted the account, their
 * data is deleted. If the session ended for any other reason, the data stays (S-5, SY-19).
 */
export function createEndedSessionCheck({ environment, rejected, forget }: EndedSessionInput): EndedSessionCheck {
  /** Token of the session about which the server has been asked, or is being asked. */
  let asked: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const ask = async (session: StoredSession) => {
    const wasEnded = await wasSessionEnded(environment, session.accessToken);
    // Meanwhile the person may have signed in again.
    if (isStopped || rejected()?.accessToken !== session.accessToken) return;
    if (wasEnded === null) return retry();
    if (wasEnded) await forget(session);
  };
  const retry = () => {
    timer = setTimeout(() => {
      asked = null;
      check();
    }, RETRY_MS);
  };
  const check = () => {
    const session = rejected();
    if (!session || asked === session.accessToken) return;
    clearTimeout(timer);
    asked = session.accessToken;
    ask(session).catch(() => {
      if (!isStopped) retry();
    });
  };

  return {
    check,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
