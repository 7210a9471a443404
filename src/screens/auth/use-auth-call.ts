import { useState } from 'react';
import type { CallResult } from '../../../sync/client.ts';
import { toastFailure } from '../../engine/call-failure.ts';
import { texts } from '../../platform/texts.ts';
import { toast } from '../../engine/toast.ts';
import { authTexts } from './auth-texts.ts';

/** Runs a call of the auth service, and shows a failure as a toast. Callers must not start a task while `busy` is set. */
export function useAuthCall<Task extends string>() {
  const [busy, setBusy] = useState<Task | null>(null);
  async function run<T>(
    task: Task,
    call: () => Promise<CallResult<T>>,
    onValue: (value: T) => void,
    onRefused?: () => void,
  ): Promise<void> {
    setBusy(task);
    try {
      const result = await call();
      if (result.ok) onValue(result.value);
      else {
        toastFailure(result.failure, authTexts.authenticationError);
        if (result.failure.kind !== 'network') onRefused?.();
      }
    } catch {
      toast({ kind: 'error', ...texts.unexpected });
    } finally {
      setBusy(null);
    }
  }
  return { busy, run };
}
