import { useRef } from 'react';
import { claimDailyReward, recordZap } from '../../../sync/model/remote-acts.ts';
import { announcePageEvent } from '../../platform/page-events.ts';
import { type RemoteActState, useRemoteAct } from '../../engine/use-remote-act.ts';
import { triggerZapBadge } from '../../components/zaps/zap-rise.ts';
import { toast } from '../../engine/toast.ts';
import { debugTexts } from './debug-texts.ts';

export type TestAction = 'play' | 'rate' | 'upload' | 'claim';

export interface ZapResponse {
  call: string;
  success: boolean;
  zapsEarned: number;
  message: string;
  ms: number;
}

/** Whether to show a refusal as an error. A refusal for a limit or a repeated action is expected. */
export function shouldShowRefusal(message: string): boolean {
  return !/limit|already/i.test(message);
}

export function useZapDispatch(): (type: TestAction, trackId: string) => Promise<ZapResponse> {
  const record = useRemoteAct(recordZap);
  const claim = useRemoteAct(claimDailyReward);
  const inFlight = useRef(new Set<string>());

  return async (type, trackId) => {
    const since = performance.now();
    const key = `${type}:${trackId}`;
    const { procedure, refused } = type === 'claim' ? claimDailyReward : recordZap;
    const respond = (success: boolean, zapsEarned: number, message: string): ZapResponse => {
      if (!success && shouldShowRefusal(message)) toast({ kind: 'error', title: refused.title, text: message });
      if (zapsEarned > 0) triggerZapBadge(zapsEarned);
      return { call: procedure, success, zapsEarned, message, ms: Math.round(performance.now() - since) };
    };
    if (inFlight.current.has(key)) return respond(false, 0, debugTexts.processing);
    inFlight.current.add(key);
    try {
      if (type === 'claim') {
        const outcome = await claim.run(null);
        if (outcome.kind !== 'done') return respond(false, 0, refusalTextOf(outcome));
        return respond(true, outcome.value?.amount ?? 0, outcome.value?.message ?? '');
      }
      const outcome = await record.run({ type, trackId });
      if (outcome.kind !== 'done') return respond(false, 0, refusalTextOf(outcome));
      return respond(true, outcome.value?.zaps_earned ?? 0, outcome.value?.message ?? '');
    } finally {
      inFlight.current.delete(key);
      announcePageEvent('zapStoreRefresh');
    }
  };
}

function refusalTextOf(state: RemoteActState<unknown>): string {
  return state.kind === 'refused' ? state.words.text : '';
}
