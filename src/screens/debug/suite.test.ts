import { describe, expect, it } from 'vitest';
import { type Bench, suite } from './suite.ts';

/** A fake server with a ledger; `times` is the number of lines it writes per rating. */
function openBench(times = 1): Bench {
  const lines: { action_type: string; zap_value: number; metadata: Record<string, unknown> }[] = [];
  const underWay = new Set<string>();
  return {
    tracks: ['a', 'b'],
    readLedger: () => Promise.resolve([...lines]),
    async dispatch(type, trackId) {
      const answer = (success: boolean, message: string) => ({
        call: 'record_zap_action',
        success,
        zapsEarned: 0,
        message,
        ms: 1,
      });
      const key = `${type}:${trackId}`;
      if (times === 1 && underWay.has(key)) return answer(false, 'Already processing');
      underWay.add(key);
      await Promise.resolve();
      underWay.delete(key);
      if (type === 'play') return answer(false, 'You already earned the ZAP for this track today.');
      for (let i = 0; i < times; i++) lines.push({ action_type: type, zap_value: 0, metadata: { track_id: trackId } });
      return answer(true, 'Recorded.');
    },
  };
}

const outcomes = async (bench: Bench) => {
  const made: [string, boolean][] = [];
  for (const { name, run } of suite) made.push([name, (await run(bench)).isPassed]);
  return made;
};

describe('the ZAP test suite', () => {
  it('passes if each action is in the ledger once', async () => {
    expect(await outcomes(openBench())).toEqual([
      ['Award', true],
      ['Duplicate protection', true],
      ['Different track', true],
    ]);
  });

  it('fails if an action is in the ledger twice or not at all', async () => {
    expect((await outcomes(openBench(2))).map(([, isPassed]) => isPassed)).toEqual([false, false, false]);
    expect((await outcomes(openBench(0))).map(([, isPassed]) => isPassed)).toEqual([false, false, false]);
  });
});
