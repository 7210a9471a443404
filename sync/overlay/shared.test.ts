import { expect, it } from 'vitest';
import { put, share } from '../../tests/sync/support/people.ts';
import type { ProfileView, TrackView } from '../view-types.ts';
import { createDerived } from './derived.ts';
import { createShared } from './shared.ts';

it('[SY-23] the feed looks at no more shares of others than it shows, however many there are', () => {
  let looked = 0;
  const shared = createShared({
    derived: createDerived(),
    userId: 'me',
    own: () => new Map(),
    track: (id) => {
      looked += 1;
      return { id, is_public: true, user_id: 'artist' } as TrackView;
    },
    profile: (id) => ({ id }) as ProfileView,
    isHidden: () => false,
  });
  const times = Array.from({ length: 70 }, (_, at) => `2027-01-01T00:00:${String(at % 60)}.000Z`);
  shared.offer(put(...times.map((at, n) => share('ann', `t${n}`, at))));
  expect(shared.community.get()).toHaveLength(50);
  expect(looked).toBe(50);
});
