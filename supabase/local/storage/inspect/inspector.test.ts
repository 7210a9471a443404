import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { falseFrames } from '../../../tests/hostile/sound-bombs.ts';
import { openInspector } from './inspector.ts';

const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ path: file }) => {
    if (file === 'hang') return;
    if (file === 'spin') for (;;);
    if (file === 'exit') process.exit(3);
    if (file === 'throw') throw new Error('out of ears');
    parentPort.postMessage(file === 'fault' ? { fault: 'RangeError' } : { verdict: file });
  });
`)}`,
);
const named = (path: string) => ({ path, declaredMime: 'audio/mpeg' });
const message = 'The file could not be checked. Try again, or export it anew.';

it.each([
  ['hang', 'the judge hung'],
  ['spin', 'the judge hung'],
  ['exit', 'the judge ended by itself'],
  ['throw', 'the judge broke: Error: out of ears'],
  ['fault', 'RangeError'],
])('a thread with the problem "%s" fails only its own upload, with a message and a log line', async (file, cause) => {
  const lines: string[] = [];
  // On a busy machine a thread takes a second to start, which counts towards the time limit of its first job.
  const inspector = openInspector((line) => lines.push(line), { script, timeoutMs: 5_000 });
  const [bad, good] = await Promise.allSettled([
    inspector.inspect(named(file), 'ann'),
    inspector.inspect(named('fine'), 'ben'),
  ]);
  expect(bad).toMatchObject({ reason: { status: 422, message } });
  expect(good).toEqual({ status: 'fulfilled', value: 'fine' });
  expect(await inspector.inspect(named('fine again'), 'ann')).toBe('fine again');
  expect(lines).toEqual([`A file could not be checked: ${cause}`]);
  await inspector.close();
});

it("a person's slow files occupy only one of the two threads", async () => {
  const inspector = openInspector(() => undefined, { script, timeoutMs: 2_000 });
  const ended: string[] = [];
  const slow = ['hang', 'hang', 'hang'].map((file) =>
    inspector.inspect(named(file), 'ann').catch(() => ended.push('slow')),
  );
  await inspector.inspect(named('fine'), 'ben').then(() => ended.push('fine'));
  expect(ended).toEqual(['fine']);
  await Promise.all(slow);
  await inspector.close();
});

it('a file that is being checked when the server closes is not refused: the client retries later', async () => {
  const inspector = openInspector(() => undefined, { script, timeoutMs: 60_000 });
  const pending = inspector.inspect(named('hang'), 'ann').catch((error: unknown) => error);
  await expect.poll(() => process.getActiveResourcesInfo().includes('MessagePort')).toBe(true);
  await inspector.close();
  expect(await pending).toEqual(new Error('the server is closing'));
});

it('checks 50 MB of false frames while other work continues', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'undercurrent judge '));
  const file = join(dir, 'false.mp3');
  await writeFile(file, falseFrames());
  const inspector = openInspector(() => undefined);
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  expect(await inspector.inspect(named(file), 'ann')).toBe('Too much of this MP3 is damaged. Export it anew.');
  clearInterval(timer);
  // A busy machine may cause shorter pauses. A check on this thread would block it for 2.7 s.
  expect(longest).toBeLessThan(500);
  await inspector.close();
  await rm(dir, { recursive: true, force: true });
});
