import { useState } from 'react';
import type { ActOutcome, Scope } from '../../sync/client.ts';
import { type RemoteAct, refusalWords, type Words } from '../../sync/model/remote-acts.ts';
import { failureText } from './call-failure.ts';
import { useScope } from './live.ts';
import { texts } from '../platform/texts.ts';

export type RemoteActState<T> =
  | { kind: 'idle' }
  | { kind: 'busy' }
  /** `value` is null if the act was already done before this attempt. */
  | { kind: 'done'; value: T | null }
  /** If `isUnanswered`, the result is unknown: a retry uses the same idempotency key. */
  | { kind: 'refused'; words: Words; isUnanswered: boolean };

/** Sends an act that is never queued, and returns its state. Identical concurrent requests are sent once. */
export function useRemoteAct<P, T>(
  act: RemoteAct<P, T>,
): { state: RemoteActState<T>; run: (parameters: P) => Promise<RemoteActState<T>> } {
  const scope = useScope();
  const [requested, setRequested] = useState<{ scope: Scope; state: RemoteActState<T> } | null>(null);
  const run = async (parameters: P): Promise<RemoteActState<T>> => {
    setRequested({ scope, state: { kind: 'busy' } });
    const state = await scope
      .remote()
      .then(async (remote) => stateOf(act, await remote.act(act, parameters)))
      .catch((error: unknown) => ({ kind: 'refused', words: failureText(error), isUnanswered: false }) as const);
    // Another person may have signed in meanwhile.
    setRequested((previous) => (previous?.scope === scope ? { scope, state } : previous));
    return state;
  };
  return { state: requested?.scope === scope ? requested.state : { kind: 'idle' }, run };
}

function stateOf<P, T>(act: RemoteAct<P, T>, outcome: ActOutcome<T>): RemoteActState<T> {
  switch (outcome.kind) {
    case 'done':
      return outcome;
    case 'refused':
      return { kind: 'refused', words: refusalWords(act, outcome.code, outcome.message), isUnanswered: false };
    case 'failed':
      return {
        kind: 'refused',
        words: textsOfFailure(act, outcome.failure),
        isUnanswered: outcome.failure.kind !== 'refused',
      };
  }
}

function textsOfFailure<P, T>(act: RemoteAct<P, T>, failure: (ActOutcome<T> & { kind: 'failed' })['failure']): Words {
  if (failure.kind === 'network') return texts.offlineCall;
  return failure.kind === 'busy' ? act.failed : refusalWords(act, failure.code, failure.message);
}
