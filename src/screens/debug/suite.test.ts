import { describe, expect, it } from 'vitest';
import { type SuiteContext, suite } from './suite.ts';

/** @param times how many ledger lines the server writes for one rating of a track; a correct server writes one */
function fakeServer(times = 1): SuiteContext {
  const lines: { action_type: string; zap_value: number; metadata: Record<string, unknown> }[] = [];
  const inFlight = new Set<string>();
  return {
    tracks: ['a', 'b'],
    readLedger: () => Promise.resolve([...lines]),
    async dispatch(type, trackId) {
      const respond = (success: boolean, message: string) => ({
        call: 'record_zap_action',
        success,
        zapsEarned: 0,
        message,
        ms: 1,
      });
      const key = `${type}:${trackId}`;
      if (times === 1 && inFlight.has(key)) return respond(false, 'Already processing');
      inFlight.add(key);
      await Promise.resolve();
      inFlight.delete(key);
      if (type === 'play') return respond(false, 'You already earned the ZAP for this track today.');
      for (let i = 0; i < times; i++) lines.push({ action_type: type, zap_value: 0, metadata: { track_id: trackId } });
      return respond(true, 'Recorded.');
    },
  };
}

const outcomes = async (context: SuiteContext) => {
  const results: [string, boolean][] = [];
  for (const { name, run } of suite) results.push([name, (await run(context)).isPassed]);
  return results;
};

describe('the ZAP test suite', () => {
  it('passes if each action is in the ledger once', async () => {
    expect(await outcomes(fakeServer())).toEqual([
      ['Award', true],
      ['Duplicate protection', true],
      ['Different track', true],
    ]);
  });

  it('fails if an action is in the ledger twice or not at all', async () => {
    expect((await outcomes(fakeServer(2))).map(([, isPassed]) => isPassed)).toEqual([false, false, false]);
    expect((await outcomes(fakeServer(0))).map(([, isPassed]) => isPassed)).toEqual([false, false, false]);
  });
});
