import { expect, it, vi } from 'vitest';
import {
  type Backend,
  held,
  nothingNew,
  browserOfAnn,
  openBackend,
  renewalPath,
  renewed,
  sessionIsOver,
  signIn,
  unreachable,
  visit,
} from '../tests/sync/support/backend.ts';
import { claimDailyReward, claimLoginReward, deleteAccount, purchase, sponsor } from './model/remote-acts.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const request = { itemId: 'pack', quantity: 1, trackId: null };
const receipt = { success: true, cost: 25, item_name: 'Mystery Pack', message: 'Glow', new_balance: 5 };
const purchasing = 'purchase_store_item';
const noNetwork = { kind: 'failed', failure: { kind: 'network' } };

const keysOf = (backend: Backend, procedure: string) =>
  backend.asked(procedure).map(({ p_action_id: key }) => String(key));

it('[SY-30] a repeated act sends the same key until the server has answered, also after a reload', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({ [purchasing]: unreachable });
  await visit(browser, backend, async (scope) => {
    const remote = await scope.remote();
    expect(await remote.act(purchase, request)).toEqual(noNetwork);
    backend.answers[purchasing] = () => Response.json({ message: 'busy' }, { status: 503 });
    expect(await remote.act(purchase, request)).toEqual({ kind: 'failed', failure: { kind: 'busy', message: 'busy' } });
  });
  backend.answers[purchasing] = () => Response.json(receipt);
  await visit(browser, backend, async (scope) => {
    const remote = await scope.remote();
    expect(await remote.act(purchase, { ...request, quantity: 2 })).toMatchObject({ kind: 'done' });
    expect(await remote.act(purchase, request)).toEqual({ kind: 'done', value: receipt });
    expect(await remote.act(purchase, request)).toEqual({ kind: 'done', value: receipt });
  });
  const [first, second, another, third, fourth] = keysOf(backend, purchasing);
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, another, fourth]).size).toBe(3);
  expect(backend.asked(purchasing)[0]).toEqual({
    item_id: 'pack',
    purchase_quantity: 1,
    p_track_id: null,
    p_action_id: first,
  });
});

it('[SY-30] a refusal of an act counts as its answer, and is followed by a pull', async () => {
  const browser = await browserOfAnn();
  const refusal = { success: false, code: 'already_sponsored', message: 'This track is already sponsored.' };
  const backend = openBackend({
    sync_pull: () => Response.json(nothingNew),
    sponsor_track_for_radio: () => Response.json(refusal),
  });
  await visit(browser, backend, async (scope) => {
    const remote = await scope.remote();
    await waitFor(() => expect(scope.status.get()).toMatchObject({ network: 'online', work: { kind: 'resting' } }));
    const pulls = backend.asked('sync_pull').length;
    const refused = { kind: 'refused', code: 'already_sponsored', message: 'This track is already sponsored.' };
    expect(await remote.act(sponsor, { trackId: 't1' })).toEqual(refused);
    await waitFor(() => expect(backend.asked('sync_pull').length).toBeGreaterThan(pulls));
    expect(await remote.act(sponsor, { trackId: 't1' })).toEqual(refused);
    expect(new Set(keysOf(backend, 'sponsor_track_for_radio')).size).toBe(2);
  });
});

it('[SY-30] an act is sent once for two presses, and under one key by two tabs', async () => {
  const browser = await browserOfAnn();
  const slow = held(receipt);
  const backend = openBackend({ [purchasing]: slow.answer });
  await visit(browser, backend, (first) =>
    visit(browser, backend, async (second) => {
      const [firstRemote, secondRemote] = [await first.remote(), await second.remote()];
      const presses = [
        firstRemote.act(purchase, request),
        firstRemote.act(purchase, request),
        secondRemote.act(purchase, request),
      ];
      await waitFor(() => expect(backend.asked(purchasing)).toHaveLength(2));
      slow.release();
      expect(await Promise.all(presses)).toEqual(presses.map(() => ({ kind: 'done', value: receipt })));
      expect(new Set(keysOf(backend, purchasing)).size).toBe(1);
    }),
  );
});

it('[SY-30] an act is not sent when the device cannot store its key', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({ [purchasing]: () => Response.json(receipt) });
  await visit(browser, backend, async (scope) => {
    const remote = await scope.remote();
    const put = vi.spyOn(scope.device, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    await expect(remote.act(purchase, request)).rejects.toThrow('full');
    expect(put).toHaveBeenCalledOnce();
    expect(backend.asked(purchasing)).toEqual([]);
    expect(await remote.act(purchase, request)).toMatchObject({ kind: 'done' });
  });
});

it('[SY-30] the same daily claim on the next day is a new act', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend();
  let now = Date.parse('2027-01-05T23:59:00Z');
  await signIn(browser, 'ann', { expiresAt: now + 7_200_000 });
  await visit(
    browser,
    backend,
    async (scope) => {
      const remote = await scope.remote();
      await remote.act(claimDailyReward, null);
      await remote.act(claimDailyReward, null);
      now += 60_000;
      await remote.act(claimDailyReward, null);
      const [first, second, third] = keysOf(backend, 'claim_daily_zap_reward');
      expect(second).toBe(first);
      expect(third).not.toBe(first);
    },
    { now: () => now },
  );
});

it('[SY-30] sponsoring the same track again is a new act once the first sponsorship may have ended', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend();
  const day = 86_400_000;
  let now = Date.parse('2027-01-05T12:00:00Z');
  await signIn(browser, 'ann', { expiresAt: now + 30 * day });
  await visit(
    browser,
    backend,
    async (scope) => {
      const remote = await scope.remote();
      await remote.act(sponsor, { trackId: 'one' });
      now += day - 1;
      await remote.act(sponsor, { trackId: 'one' });
      now += 1;
      await remote.act(sponsor, { trackId: 'one' });
      const [first, second, third] = keysOf(backend, 'sponsor_track_for_radio');
      expect(second).toBe(first);
      expect(third).not.toBe(first);
    },
    { now: () => now },
  );
});

it("[SY-30] a refusal that means 'already done' is a success", async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({
    claim_daily_login_reward: () =>
      Response.json({ success: false, code: 'already_claimed', message: 'Already claimed today' }),
    // The first answer was lost, and the token outlives its account.
    delete_my_profile: () => Response.json({ code: '42501', message: 'Please sign in' }, { status: 403 }),
  });
  await visit(browser, backend, async (scope) => {
    const remote = await scope.remote();
    expect(await remote.act(claimLoginReward, null)).toEqual({ kind: 'done', value: null });
    expect(await remote.act(deleteAccount, null)).toEqual({ kind: 'done', value: null });
    expect(backend.asked('delete_my_profile')).toEqual([{}]);
  });
});

it('[SY-30] an unanswered act keeps its key while the session is over, until the person signs in again', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({
    [purchasing]: () => Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 }),
    [renewalPath]: sessionIsOver,
  });
  await visit(browser, backend, async (scope) => {
    expect(await (await scope.remote()).act(purchase, request)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'refused', code: '401' },
    });
    expect(scope.isLocked.get()).toBe(true);
  });
  await signIn(browser, 'ann');
  backend.answers[purchasing] = () => Response.json(receipt);
  await visit(browser, backend, async (scope) => {
    expect(await (await scope.remote()).act(purchase, request)).toMatchObject({ kind: 'done' });
  });
  expect(new Set(keysOf(backend, purchasing)).size).toBe(1);
});

const refused = () => Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 });

it('[SY-16] an act is repeated with a renewed token if the server refuses one that the device considers valid', async () => {
  const backend = openBackend({
    [purchasing]: (_, headers) =>
      headers.get('authorization') === 'Bearer new token of ann' ? Response.json(receipt) : refused(),
    [renewalPath]: () => renewed('ann'),
  });
  await visit(await browserOfAnn(), backend, async (scope) => {
    expect(await (await scope.remote()).act(purchase, request)).toMatchObject({ kind: 'done' });
    expect([backend.asked(purchasing).length, backend.asked(renewalPath).length]).toEqual([2, 1]);
    expect(scope.isLocked.get()).toBe(false);
  });
});

it.each([
  ['is unreachable for a renewal', 'network', () => unreachable({}, new Headers())],
  ['refuses the renewed token too', 'busy', () => renewed('ann')],
] as const)('[SY-16] the session is not locked when the server refuses a token and %s', async (_, kind, answer) => {
  const backend = openBackend({ [purchasing]: refused, [renewalPath]: answer });
  await visit(await browserOfAnn(), backend, async (scope) => {
    expect(await (await scope.remote()).act(purchase, request)).toMatchObject({ kind: 'failed', failure: { kind } });
    expect(scope.isLocked.get()).toBe(false);
  });
});
