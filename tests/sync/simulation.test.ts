import { describe, expect, it } from 'vitest';
import { createEngine } from '../../sync/core/engine.ts';
import { firstCursor } from '../../sync/core/ports.ts';
import * as queue from '../../sync/core/queue.ts';
import { simulate } from './simulation/simulate.ts';

/** `SEED=7 COUNT=1` runs one schedule again; `COUNT=20000` looks for more. */
const firstSeed = Number(process.env['SEED'] ?? 1);
const count = Number(process.env['COUNT'] ?? 200);

describe('the engine in a hostile world', () => {
  it(
    `[SY-25] ${count} schedules from seed ${firstSeed} end with every store as the server says`,
    { timeout: 60_000 + count * 500 },
    async () => {
      for (let seed = firstSeed; seed < firstSeed + count; seed++) {
        await expect(simulate(seed, { createEngine, firstCursor, queue }), `SEED=${seed}`).resolves.toBeUndefined();
      }
    },
  );
});
