import type { ExploreView, PeopleView, Scope, SharedView, SyncStatus } from '../../sync/client.ts';
import { createLive, type LiveValue } from '../../sync/model/live.ts';
import { restingStatus } from './scope-test.tsx';

type Filter = Parameters<Scope['explore']>[0];

/** A scope whose lists of tracks and people the test changes. `requests`: the filters whose next page was requested. */
export function scriptedExplore(firstView: (filter: Filter) => Partial<ExploreView>) {
  const lists = new Map<string, LiveValue<ExploreView>>();
  const requests: Filter[] = [];
  const status = createLive<SyncStatus>(restingStatus('online'));
  const people = createLive<PeopleView>({ isComplete: true, creators: [], beyond: { state: 'none', found: null } });
  const listOf = (filter: Filter) => {
    const key = JSON.stringify([filter.search.trim(), filter.genre]);
    const existing = lists.get(key);
    if (existing) return existing;
    const view = firstView(filter);
    const list = createLive<ExploreView>({
      state: 'complete',
      match: 'exact',
      highlights: [],
      tracks: [],
      total: view.tracks?.length ?? 0,
      beyond: { state: 'none', found: null },
      ...view,
    });
    lists.set(key, list);
    return list;
  };
  const scopeParts: Partial<Scope> = {
    userId: null,
    explore: listOf,
    exploreMore: (filter) => void requests.push(filter),
    people: () => people,
    status,
    genres: createLive([]),
    me: createLive(null),
    community: createLive<readonly SharedView[]>([]),
    sponsored: () => listOf({ search: '', genre: 'radio' }),
    kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
    device: { get: async () => undefined, put: async () => undefined, text: () => null, setText: () => true },
  };
  return {
    scopeParts,
    requests,
    people,
    change(filter: Filter, changes: Partial<ExploreView>) {
      const list = listOf(filter);
      list.set({ ...list.get(), ...changes });
    },
    connect: (network: SyncStatus['network']) => status.set(restingStatus(network)),
  };
}
