import { describe, expect, it } from 'vitest';
import { findViolation } from './planted/find-violation.ts';
import { knownSeeds } from './planted/known-seeds.ts';
import { plantedFaults } from './planted/plant.ts';

/** Maximum number of schedules per fault. `npx tsx tests/sync/planted/run.ts` shows which one finds each fault. */
const SCHEDULES = 8_000;

describe('the simulation finds a planted fault:', () => {
  for (const fault of plantedFaults) {
    it(`[SY-27] ${fault.name}`, { timeout: 600_000 }, async () => {
      const finding = await findViolation(await fault.subject(), SCHEDULES, knownSeeds[fault.name]);
      expect(finding, `not found in ${SCHEDULES} schedules`).not.toBeNull();
    });
  }
});
