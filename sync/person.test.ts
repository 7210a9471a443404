import { expect, it } from 'vitest';
import {
  type Backend,
  nothingNew,
  browserOfAnn,
  openBackend,
  unreachable,
  visit as visitAs,
} from '../tests/sync/support/backend.ts';
import { profileRow } from '../tests/sync/support/rows.ts';
import { type Browser, until } from '../tests/sync/support/page.ts';
import type { Scope } from './client.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const visibility = 'get_profile_visibility';
const unknown = { kind: 'unknown', failure: null };
const profile = profileRow('bob', { artist_name: 'Bob' });

/** Opens Ann's scope. Her replica is complete, unless `sync_pull` is answered otherwise. */
function visit(browser: Browser, backend: Backend, work: (scope: Scope) => Promise<void>): Promise<void> {
  backend.answers['sync_pull'] ??= () => Response.json(nothingNew);
  return visitAs(browser, backend, work);
}

it("[S-23] a person is private or missing according to the server's answer, which is requested while the person is watched, and cached", async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({
    [visibility]: ({ p_profile_id: id }) => Response.json(id === 'bob' ? 'private' : 'missing'),
  });
  await visit(browser, backend, async (scope) => {
    const [bob, cy] = [scope.person('bob'), scope.person('cy')];
    expect(scope.person('bob')).toBe(bob);
    expect(bob.get()).toEqual(unknown);
    const kinds: string[] = [];
    const stop = bob.subscribe(() => kinds.push(bob.get().kind));
    await until(bob, ({ kind }) => kind === 'private');
    expect(kinds).toEqual(['private']);
    cy.subscribe(() => undefined);
    await until(cy, ({ kind }) => kind === 'missing');
    expect(backend.asked(visibility)).toEqual([{ p_profile_id: 'bob' }, { p_profile_id: 'cy' }]);
    stop();
    await waitFor(async () => {
      const from = { procedure: visibility, with: { p_profile_id: 'cy' } };
      expect(await scope.device.get(`read:profile-visibility:${JSON.stringify(from)}`)).toMatchObject({
        value: 'missing',
      });
    });
  });
  backend.answers[visibility] = unreachable;
  await visit(browser, backend, async (scope) => {
    const [bob, dee] = [scope.person('bob'), scope.person('dee')];
    bob.subscribe(() => undefined);
    dee.subscribe(() => undefined);
    await until(bob, ({ kind }) => kind === 'private');
    expect(await until(dee, (state) => state.kind === 'unknown' && state.failure !== null)).toEqual({
      kind: 'unknown',
      failure: { kind: 'network' },
    });
  });
});

it('a person whose profile is on the device is public, without a request', async () => {
  const backend = openBackend({
    sync_pull: ({ p }) =>
      Response.json(
        Object(p).since === '0' ? { ...nothingNew, rows: [{ t: 'user_profiles', row: profile }] } : nothingNew,
      ),
  });
  await visit(await browserOfAnn(), backend, async (scope) => {
    const bob = scope.person('bob');
    bob.subscribe(() => undefined);
    expect(await until(bob, ({ kind }) => kind === 'public')).toEqual({
      kind: 'public',
      person: { ...profile, avatarSrc: null },
    });
    expect(backend.asked(visibility)).toEqual([]);
  });
});

it('[SY-18] a pull begins at once when the server reports as visible a person whom the device does not have', async () => {
  const backend = openBackend();
  let isOpen = false;
  backend.answers['sync_pull'] = () =>
    Response.json(isOpen ? { ...nothingNew, floor: '9', rows: [{ t: 'user_profiles', row: profile }] } : nothingNew);
  backend.answers[visibility] = () => {
    isOpen = true;
    return Response.json('visible');
  };
  await visit(await browserOfAnn(), backend, async (scope) => {
    const bob = scope.person('bob');
    bob.subscribe(() => undefined);
    await until(bob, ({ kind }) => kind === 'public');
    expect(backend.asked(visibility)).toEqual([{ p_profile_id: 'bob' }]);
  });
});
