import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack } from '../../local/test-stack.ts';
import { Random } from '../../seed/random.ts';
import { httpCaller, type Answer } from '../http-caller.ts';
import { watchChanges, type ChangeWatch } from '../watch-changes.ts';
import { anyRequest, type Surface } from './fuzz.ts';
import { readSurface } from './surface.ts';

const seed = process.env['FUZZ_SEED'] ?? 'undercurrent';
const count = Number(process.env['FUZZ_COUNT'] ?? 2_500);

/** A refused request may write these: the log of outcomes (SY-9), the last hour's actions, and the log of security events. */
const auditWrites = new Set([
  'insert public.action_log',
  'insert private.recent_actions',
  'insert public.security_events',
]);

let test: TestStack;
let watch: ChangeWatch;
beforeAll(async () => {
  test = await openTestStack();
  watch = await watchChanges(test.sql);
});
afterAll(async () => {
  await watch.stop();
  await test.close();
});

it(
  `the server answers ${count} absurd requests without a server error, and a refused request changes nothing`,
  // A request takes 10 ms on an idle machine.
  { timeout: count * 100 },
  async () => {
    const user = await test.createUser();
    const otherUser = await test.createUser();
    const callers = [
      httpCaller(test.stack, { name: 'a user', id: user.id, token: user.token }),
      httpCaller(test.stack, { name: 'another user', id: otherUser.id, token: otherUser.token }),
      httpCaller(test.stack, { name: 'nobody' }),
    ];
    const surface = await surfaceOf([user.id, otherUser.id]);
    const random = new Random(seed);
    await watch.takeChanges();

    const faults: unknown[] = [];
    let refused = 0;
    for (let i = 0; i < count && faults.length < 5; i += 1) {
      const caller = random.pick(callers);
      const request = anyRequest(random, surface);
      const answer = await caller.send(request.method, request.path, request.body);
      const changes = (await watch.takeChanges()).filter((change) => !auditWrites.has(change));
      const isRefused = wasRefused(answer);
      if (isRefused) refused += 1;
      if (
        answer.status >= 500 ||
        (isRefused && changes.length > 0) ||
        (request.method === 'GET' && changes.length > 0)
      ) {
        faults.push({
          number: i,
          seed,
          by: caller.name,
          request: abbreviate(request),
          answer: abbreviate(answer),
          changes,
        });
      }
    }
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(count * 0.5);
    expect(refused).toBeLessThan(count);
  },
);

async function surfaceOf(userIds: readonly string[]): Promise<Surface> {
  const { sql } = test;
  const trackId = '0193a0a0-0000-7000-8000-000000000001';
  await sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
            values (${trackId}, ${userIds[0] ?? ''}, 'Night Bus', 'Someone', 'House', 'a/b.mp3', 180000, 1000, true)`;
  return { ...(await readSurface(sql)), ids: [...userIds, trackId] };
}

function wasRefused({ status, body }: Answer): boolean {
  if (status >= 400) return true;
  if (typeof body !== 'object' || body === null) return false;
  if ('success' in body) return body.success === false;
  if (!('results' in body) || !Array.isArray(body.results)) return false;
  return body.results.every((result: { status?: unknown }) => result.status === 'rejected');
}

function abbreviate(value: unknown): string {
  return JSON.stringify(value)
    .replace(/x{50,}/g, 'x…x')
    .slice(0, 800);
}
