import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import type { PendingAction, Scope } from '../../sync/client.ts';
import type { ActionKind, ActionPayload } from '../../sync/model/actions.ts';
import { toast, type ToastContent } from './toast.ts';
import { tellFailure } from './call-failure.ts';
import { useLive, useScope } from './live.ts';

const refusalResult = z.object({ code: z.string(), message: z.string() });

type Refusal = z.infer<typeof refusalResult>;

interface ActOptions {
  /** What to say when the server refuses it; null for nothing. Where it is not given, the page of what waits says it. */
  refused?: (refusal: Refusal) => Omit<ToastContent, 'kind'> | null;
}

/** Something that people do, which may wait for the network (S-32). */
interface Act<K extends ActionKind> {
  /** Resolves with the action's id when it is safe on the device. Null when it is not: the person was told. */
  run: (payload: ActionPayload<K>, options?: { occurredAt?: Date; id?: string }) => Promise<string | null>;
}

/** An act that is queued on the device and sent when the network is there. */
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
        tellFailure(error);
        return null;
      }
    },
    [scope, kind, refused],
  );
  return { run };
}

/**
 * What of an act is not settled, the newest last: queued, on its way, set aside or refused. Apart from `useAct`, since it changes with
 * whatever is queued, and few who act show it.
 * @param about what the act is about, by fields of its payload
 */
export function useWaiting<K extends ActionKind>(kind: K, about: Partial<ActionPayload<K>>): readonly PendingAction[] {
  const pending = useLive(useScope().pending);
  const fields = JSON.stringify(about);
  return useMemo(() => {
    const wanted = Object.entries<unknown>(JSON.parse(fields));
    return pending.filter(
      (action) => action.kind === kind && wanted.every(([name, value]) => action.payload[name] === value),
    );
  }, [pending, kind, fields]);
}

/** Runs once if the server refuses an action, whatever page stands by then. */
export function onRefusal(scope: Pick<Scope, 'onOutcome'>, id: string, run: (refusal: Refusal) => void): void {
  scope.onOutcome(id, (acknowledged) => {
    if (acknowledged?.status !== 'rejected') return;
    const refusal = refusalResult.safeParse(acknowledged.result);
    run(refusal.success ? refusal.data : { code: '', message: '' });
  });
}
