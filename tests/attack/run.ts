import { openTestStack } from '../../supabase/local/test-stack.ts';
import { fuzz } from './fuzz.ts';

/** `npm run attack -- [count] [seed]`: what a hostile client may try, against a stack of its own, with counts. */
const count = Number(process.argv[2] ?? 50_000);
const seed = process.argv[3] ?? String(Date.now());

const test = await openTestStack({ app: ({ res }) => void res.end('the app') });
console.log(`${count} wild requests with the seed ${seed}`);
const { byStatus, broken } = await fuzz(test, seed, count);
for (const [status, times] of [...byStatus].toSorted(([a], [b]) => a - b)) console.log(`  ${status}: ${times}`);
for (const { request, status, answer } of broken.slice(0, 20)) console.log(status, JSON.stringify(request), answer);
console.log(`${broken.length} answered as trouble of the server, or not at all`);
await test.close();
process.exit(broken.length === 0 ? 0 : 1);
