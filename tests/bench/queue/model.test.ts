import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../sync/simulation/world.ts';
import { type Costs, needOf, simulate } from './model.ts';

const nothing = { main: 0, rest: 0, postgres: 0 };
const costs: Costs = {
  pull: { ...nothing, rest: 1, postgres: 1 },
  push: { ...nothing, rest: 2, postgres: 4 },
  message: { ...nothing, main: 0.1 },
};
const crowd = { playEveryS: 200, pullEveryS: 50, digestEveryS: 5 };

describe('the queueing model of a crowd', () => {
  it('computes units that are each busy at most 60 % of the time, and replicas if the primary would need over 16 cores', () => {
    // 100 pushes and 500 pulls a second: 700 ms of REST, 900 ms of PostgreSQL, 400 ms of Realtime.
    expect(needOf({ listeners: 20_000, ...crowd }, costs)).toEqual({ rest: 2, primary: 2, replicas: 0, realtime: 1 });
    expect(needOf({ listeners: 1_000_000, ...crowd }, costs)).toEqual({
      rest: 59,
      primary: 34,
      replicas: 42,
      realtime: 34,
    });
  });

  it('agrees with the formula of a single server: mean service / (1 - utilisation), exponentially distributed', () => {
    // Of the requests only pulls cost time: 500 a second, 1 ms each, at one server.
    const pullsOnly: Costs = { ...costs, pull: { ...nothing, postgres: 1 }, push: nothing };
    const need = { rest: 1, primary: 1, replicas: 0, realtime: 1 };
    const { pull, push, digest } = simulate({ listeners: 20_000, ...crowd }, pullsOnly, need, 300, seededRandom(1));
    expect(pull.median).toBeGreaterThan(2 * Math.log(2) * 0.93);
    expect(pull.median).toBeLessThan(2 * Math.log(2) * 1.07);
    expect(pull.p95).toBeGreaterThan(2 * Math.log(20) * 0.93);
    expect(pull.p95).toBeLessThan(2 * Math.log(20) * 1.07);
    // A push waits for the pulls before it.
    expect(push.p95).toBeGreaterThan(3);
    expect(digest).toBe(2_000);
  });

  it('lets no push wait for a pull if there are replicas', () => {
    const pullsOnly: Costs = { ...costs, pull: { ...nothing, postgres: 1 }, push: nothing };
    const need = { rest: 1, primary: 1, replicas: 1, realtime: 1 };
    const { pull, push } = simulate({ listeners: 20_000, ...crowd }, pullsOnly, need, 60, seededRandom(2));
    expect([push.p95, pull.p95 > 3]).toEqual([0, true]);
  });
});
