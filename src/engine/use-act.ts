import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import type { PendingAction, Scope } from '../../sync/client.ts';
import type { ActionKind, ActionPayload } from '../../sync/model/actions.ts';
import { toast, type ToastContent } from './toast.ts';
import { toastError } from './call-failure.ts';
import { useLive, useScope } from './live.ts';

const refusalResult = z.object({ code: z.string(), message: z.string() });

type Refusal = z.infer<typeof refusalResult>;

interface ActOptions {
  /** Toast for a refusal by the server; null for no toast. */
  refused?: (refusal: Refusal) => Omit<ToastContent, 'kind'> | null;
}

interface Act<K extends ActionKind> {
  /** Resolves with the action's id once it is stored on the device, or with null, after a toast, if that failed. */
  run: (payload: ActionPayload<K>, options?: { occurredAt?: Date; id?: string }) => Promise<string | null>;
}

/** Queues actions on the device. Works offline too (S-32). */
export function useAct<K extends ActionKind>(kind: K, { refused }: ActOptions = {}): Act<K> {
  const scope = useScope();
  const run = useCallback<Act<K>['run']>(
    async (payload, options) => {
      try {
        const id = await scope.enqueue(kind, payload, options);
        if (refused)
          onRefusal(scope, id, (refusal) => {
            const content = refused(refusal);
            if (content) toast({ kind: 'error', ...content });
          });
        return id;
      } catch (error) {
        toastError(error);
        return null;
      }
    },
    [scope, kind, refused],
  );
  return { run };
}

/** The pending actions of a kind with these fields, newest last. Not part of `useAct`, because this hook rerenders at every queue change. */
export function usePendingActions<K extends ActionKind>(
  kind: K,
  match: Partial<ActionPayload<K>>,
): readonly PendingAction[] {
  const pending = useLive(useScope().pending);
  const fields = JSON.stringify(match);
  return useMemo(() => {
    const matchFields = Object.entries<unknown>(JSON.parse(fields));
    return pending.filter(
      (action) => action.kind === kind && matchFields.every(([name, value]) => action.payload[name] === value),
    );
  }, [pending, kind, fields]);
}

/** Runs `run` if the server refuses the action, even after the calling component has unmounted. */
export function onRefusal(scope: Pick<Scope, 'onOutcome'>, id: string, run: (refusal: Refusal) => void): void {
  scope.onOutcome(id, (acknowledged) => {
    if (acknowledged?.status !== 'rejected') return;
    const refusal = refusalResult.safeParse(acknowledged.result);
    run(refusal.success ? refusal.data : { code: '', message: '' });
  });
}
