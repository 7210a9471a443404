// `npx tsx tests/sync/planted/run.ts [name]`: plants each fault (SY-27) and prints the schedule and violation that find it.
import { hunt } from './hunt.ts';
import { plantedFaults } from './plant.ts';

const SCHEDULES = 4_000;
const wanted = process.argv[2];
let missed = 0;
for (const fault of plantedFaults) {
  if (wanted !== undefined && !fault.name.includes(wanted)) continue;
  const started = Date.now();
  const find = await hunt(await fault.subject(), SCHEDULES);
  if (find === null) missed += 1;
  const outcome = find ? `seed ${find.seed}: ${find.violation.slice(0, 150)}` : `NOT FOUND in ${SCHEDULES} schedules`;
  console.log(`${fault.name} (${fault.place}), ${((Date.now() - started) / 1000).toFixed(1)} s\n    ${outcome}`);
}
process.exit(missed === 0 ? 0 : 1);
