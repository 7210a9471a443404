import { describe, expect, it } from 'vitest';
import { scheduleOf } from './simulation/schedule.ts';
import { describeFailure, shrink } from './simulation/shrink.ts';
import { simulate } from './simulation/simulate.ts';
import { soundSubject } from './simulation/subject.ts';
import { Tally } from './simulation/tally.ts';

/** `SEED=7 COUNT=1` reruns one schedule. */
const firstSeed = Number(process.env['SEED'] ?? 1);
const count = Number(process.env['COUNT'] ?? 300);

describe('the engine in a simulation with faults', () => {
  it(
    `[SY-25] ${count} schedules from seed ${firstSeed} converge to the server’s state`,
    { timeout: 120_000 + count * 500 },
    async () => {
      const tally = new Tally();
      for (let seed = firstSeed; seed < firstSeed + count; seed++) {
        const outcome = await simulate(scheduleOf(seed), soundSubject);
        tally.merge(outcome.tally);
        if (outcome.violation === null) continue;
        expect.fail(describeFailure(await shrink(seed, soundSubject, outcome)));
      }
      expect(tally.counts.get('schedules')).toBe(count);
      expect(tally.counts.get('effects found')).toBe(tally.counts.get('effects expected'));
    },
  );

  it('[SY-25] a schedule is deterministic', async () => {
    for (const seed of [1, 2, 3]) {
      const [first, second] = [
        await simulate(scheduleOf(seed), soundSubject),
        await simulate(scheduleOf(seed), soundSubject),
      ];
      expect(first.trace).toEqual(second.trace);
      expect([...first.tally.counts]).toEqual([...second.tally.counts]);
    }
  });
});
