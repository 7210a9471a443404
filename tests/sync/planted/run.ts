// `npx tsx tests/sync/planted/run.ts [name]` plants each fault (SY-27), and prints the schedule that finds it.
import { findViolation } from './find-violation.ts';
import { knownSeeds } from './known-seeds.ts';
import { plantedFaults } from './plant.ts';

const SCHEDULES = 50_000;
const nameFilter = process.argv[2];
let missed = 0;
for (const fault of plantedFaults) {
  if (nameFilter !== undefined && !fault.name.includes(nameFilter)) continue;
  const started = Date.now();
  const finding = await findViolation(await fault.subject(), SCHEDULES, knownSeeds[fault.name]);
  if (finding === null) missed += 1;
  const outcome = finding
    ? `seed ${finding.seed}: ${finding.violation.slice(0, 150)}`
    : `NOT FOUND in ${SCHEDULES} schedules`;
  console.log(`${fault.name} (${fault.place}), ${((Date.now() - started) / 1000).toFixed(1)} s\n    ${outcome}`);
}
process.exit(missed === 0 ? 0 : 1);
