import { expect, it } from 'vitest';
import { put, share } from '../../tests/sync/support/people.ts';
import type { ProfileView, TrackView } from '../view-types.ts';
import { createDerived } from './derived.ts';
import { createShared } from './shared.ts';

it('[SY-23] the feed reads only as many shares of others as it shows, however many there are', () => {
  let trackReads = 0;
  const shared = createShared({
    derived: createDerived(),
    userId: 'me',
    own: () => new Map(),
    track: (id) => {
      trackReads += 1;
      return { id, is_public: true, user_id: 'artist' } as TrackView;
    },
    profile: (id) => ({ id }) as ProfileView,
    isHidden: () => false,
  });
  const times = Array.from({ length: 70 }, (_, at) => `2027-01-01T00:00:${String(at % 60)}.000Z`);
  shared.apply(put(...times.map((at, n) => share('ann', `t${n}`, at))));
  expect(shared.community.get()).toHaveLength(50);
  expect(trackReads).toBe(50);
});
