import { expect, it, vi } from 'vitest';
import {
  type Backend,
  nothingNew,
  ofAnn,
  openBackend,
  unreachable,
  visit as visitAs,
} from '../tests/sync/support/backend.ts';
import { profileRow } from '../tests/sync/support/rows.ts';
import { type Browser, until } from '../tests/sync/support/page.ts';
import type { Scope } from './client.ts';

const question = 'get_profile_visibility';
const unknown = { kind: 'unknown', failure: null };
const profile = profileRow('bob', { artist_name: 'Bob' });

/** A visit of Ann, to whom the server has sent all it would send. */
function visit(browser: Browser, backend: Backend, work: (scope: Scope) => Promise<void>): Promise<void> {
  backend.answers['sync_pull'] ??= () => Response.json(nothingNew);
  return visitAs(browser, backend, work);
}

it('[S-23] is private or missing in the words of the server, which is asked while somebody watches and remembered', async () => {
  const browser = await ofAnn();
  const backend = openBackend({
    [question]: ({ p_profile_id: id }) => Response.json(id === 'bob' ? 'private' : 'missing'),
  });
  await visit(browser, backend, async (scope) => {
    const [bob, cy] = [scope.person('bob'), scope.person('cy')];
    expect(scope.person('bob')).toBe(bob);
    expect(bob.get()).toEqual(unknown);
    const told: string[] = [];
    const stop = bob.subscribe(() => told.push(bob.get().kind));
    await until(bob, ({ kind }) => kind === 'private');
    expect(told).toEqual(['private']);
    cy.subscribe(() => undefined);
    await until(cy, ({ kind }) => kind === 'missing');
    expect(backend.asked(question)).toEqual([{ p_profile_id: 'bob' }, { p_profile_id: 'cy' }]);
    stop();
    await vi.waitFor(async () => {
      const from = { procedure: question, with: { p_profile_id: 'cy' } };
      expect(await scope.device.get(`read:profile-visibility:${JSON.stringify(from)}`)).toMatchObject({
        value: 'missing',
      });
    });
  });
  backend.answers[question] = unreachable;
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

it('is public with the row of the device, and nobody is asked', async () => {
  const backend = openBackend({
    sync_pull: ({ p }) =>
      Response.json(
        Object(p).since === '0' ? { ...nothingNew, rows: [{ t: 'user_profiles', row: profile }] } : nothingNew,
      ),
  });
  await visit(await ofAnn(), backend, async (scope) => {
    const bob = scope.person('bob');
    bob.subscribe(() => undefined);
    expect(await until(bob, ({ kind }) => kind === 'public')).toEqual({
      kind: 'public',
      person: { ...profile, avatarSrc: null },
    });
    expect(backend.asked(question)).toEqual([]);
  });
});

it('[SY-18] is fetched at once when the server says that somebody may be seen whom the device does not have', async () => {
  const backend = openBackend();
  let isOpen = false;
  backend.answers['sync_pull'] = () =>
    Response.json(isOpen ? { ...nothingNew, floor: '9', rows: [{ t: 'user_profiles', row: profile }] } : nothingNew);
  backend.answers[question] = () => {
    isOpen = true;
    return Response.json('visible');
  };
  await visit(await ofAnn(), backend, async (scope) => {
    const bob = scope.person('bob');
    bob.subscribe(() => undefined);
    await until(bob, ({ kind }) => kind === 'public');
    expect(backend.asked(question)).toEqual([{ p_profile_id: 'bob' }]);
  });
});
