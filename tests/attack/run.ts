import { openTestStack } from '../../supabase/local/test-stack.ts';
import { fuzz } from './fuzz.ts';
import { killThreeTimes } from './kills.ts';
import { sendSlowly } from './slow-clients.ts';

/** `npm run attack -- [count] [seed]`: what a hostile client may try, and a machine that dies, against stacks of its own, with counts. */
const count = Number(process.argv[2] ?? 50_000);
const seed = process.argv[3] ?? String(Date.now());

const test = await openTestStack({ app: ({ res }) => void res.end('the app') });
console.log(`${count} wild requests with the seed ${seed}`);
const { byStatus, broken } = await fuzz(test, seed, count);
for (const [status, times] of [...byStatus].toSorted(([a], [b]) => a - b)) console.log(`  ${status}: ${times}`);
for (const { request, status, answer } of broken.slice(0, 20)) console.log(status, JSON.stringify(request), answer);
console.log(`${broken.length} answered as trouble of the server, or not at all`);
await test.close();

console.log('slow clients, and many');
const slow = await sendSlowly();
for (const line of [...slow.lines, ...slow.faults]) console.log(`  ${line}`);
console.log(`${slow.faults.length} of them were a burden`);

console.log('three kills while people are busy');
const killed = await killThreeTimes();
for (const line of killed.lines) console.log(`  ${line}`);
for (const fault of killed.faults.slice(0, 20)) console.log(fault);
console.log(`${killed.faults.length} things lost, left over or added up wrongly`);
process.exit(broken.length + slow.faults.length + killed.faults.length === 0 ? 0 : 1);
