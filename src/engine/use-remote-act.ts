import { useState } from 'react';
import type { ActOutcome, Scope } from '../../sync/client.ts';
import { type RemoteAct, refusalWords, type Words } from '../../sync/model/remote-acts.ts';
import { failureWords } from './call-failure.ts';
import { useScope } from './live.ts';
import { texts } from '../platform/texts.ts';

/** Where an act of the server stands that this component asked for. */
export type RemoteActState<T> =
  | { kind: 'idle' }
  | { kind: 'busy' }
  /** `value` is null where an earlier try had done it. */
  | { kind: 'done'; value: T | null }
  /** Nothing was done, or, `isUnanswered`, nobody knows: tried again it is the same act. */
  | { kind: 'refused'; words: Words; isUnanswered: boolean };

/** An act that the server is asked for at once: its state, and how to ask. Asked while it is busy it is one act. */
export function useRemoteAct<P, T>(
  act: RemoteAct<P, T>,
): { state: RemoteActState<T>; run: (wish: P) => Promise<RemoteActState<T>> } {
  const scope = useScope();
  const [asked, setAsked] = useState<{ scope: Scope; state: RemoteActState<T> } | null>(null);
  const run = async (wish: P): Promise<RemoteActState<T>> => {
    setAsked({ scope, state: { kind: 'busy' } });
    const state = await scope
      .remote()
      .then(async (remote) => stateOf(act, await remote.act(act, wish)))
      .catch((error: unknown) => ({ kind: 'refused', words: failureWords(error), isUnanswered: false }) as const);
    // By now another person may have asked.
    setAsked((before) => (before?.scope === scope ? { scope, state } : before));
    return state;
  };
  // What one person asked for is nothing to the next.
  return { state: asked?.scope === scope ? asked.state : { kind: 'idle' }, run };
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
        words: wordsOfFailure(act, outcome.failure),
        isUnanswered: outcome.failure.kind !== 'refused',
      };
  }
}

function wordsOfFailure<P, T>(act: RemoteAct<P, T>, failure: (ActOutcome<T> & { kind: 'failed' })['failure']): Words {
  if (failure.kind === 'network') return texts.offlineCall;
  return failure.kind === 'busy' ? act.failed : refusalWords(act, failure.code, failure.message);
}
