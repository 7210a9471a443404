import type { Opening } from '../api.ts';
import type { Live } from '../answers.ts';
import { storageState } from '../core/storage-failure.ts';
import { createLive } from '../model/live.ts';
import { isMissingCode } from '../model/missing-code.ts';
import { ScopeClosed } from './scope-closed.ts';
import type { Views } from './views.ts';
import type { Workspace } from './workspace.ts';

/** Delay after the first failed opening, doubled at each retry up to the longest. */
const REOPEN_MS = 2_000;
const LONGEST_REOPEN_MS = 60_000;

interface OpeningInput {
  open(): Promise<Workspace>;
  onOpen(): void;
  /** False for in-memory databases, which the status reports. */
  isKept: boolean;
  views: Pick<Views, 'status' | 'patchStatus'>;
}

/** The opening of a workspace. A failed opening is retried until the scope closes (SY-22). */
export interface WorkspaceOpening {
  state: Live<Opening>;
  /** Rejects when the current attempt fails, and with `ScopeClosed` after `close`. */
  workspace(): Promise<Workspace>;
  opened(): Workspace | null;
  /** Retries the failed step: opening the workspace, or reading its rows. */
  retry(): void;
  /** Reports the last reading of the device's rows: its failure, or null if they can be read. */
  setReading(failure: { error: unknown } | null): void;
  /** Also closes a workspace that is still being opened. */
  close(): Promise<void>;
}

export function openRepeatedly({ open, onOpen, isKept, views }: OpeningInput): WorkspaceOpening {
  const state = createLive<Opening>({ kind: 'opening' });
  let opened: Workspace | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const succeed = () => {
    failures = 0;
    state.set({ kind: 'open' });
    if (isKept && views.status.get().storage === 'unavailable') views.patchStatus({ storage: 'ok' });
  };
  const fail = (error: unknown) => {
    const what = isMissingCode(error) ? 'code' : storageState(error);
    state.set({ kind: 'failed', what });
    if (what !== 'code') views.patchStatus({ storage: what });
  };
  let attempted: Promise<Workspace>;
  const attempt = () => {
    clearTimeout(timer);
    state.set({ kind: 'opening' });
    attempted = open();
    attempted.then(
      (workspace) => {
        if (isClosed) return;
        opened = workspace;
        succeed();
        onOpen();
      },
      (error: unknown) => {
        if (isClosed) return;
        fail(error);
        timer = setTimeout(attempt, Math.min(REOPEN_MS * 2 ** failures, LONGEST_REOPEN_MS));
        failures += 1;
      },
    );
  };
  attempt();

  return {
    state,
    workspace: () => (isClosed ? Promise.reject(new ScopeClosed()) : attempted),
    opened: () => opened,
    retry() {
      if (isClosed || state.get().kind !== 'failed') return;
      if (opened) opened.replica.reread();
      else attempt();
    },
    setReading: (failure) => (failure ? fail(failure.error) : succeed()),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const workspace = await attempted.catch(() => null);
      await workspace?.close();
    },
  };
}
