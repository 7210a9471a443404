import { liveQuery } from 'dexie';
import type { SyncEnvironment } from '../environment.ts';
import { keptCacheName } from '../core/names.ts';
import { storageState } from '../core/storage-failure.ts';
import type { Live } from '../answers.ts';
import type { KeptApi } from '../api.ts';
import { openKeptAudio, type KeptAudio } from '../kept/kept-audio.ts';
import { FAVOURITES_LIST, KEPT_LISTS_KEY, readKeptLists } from '../kept/kept-lists.ts';
import type { DeviceDatabase } from '../outbox/database.ts';
import type { Playlists } from './playlists.ts';
import type { ReplicaHost } from './replica-host.ts';
import type { Views } from './views.ts';
import type { Visits } from './visits.ts';

const REMOVAL_DELAY_MS = 10_000;

interface KeptHostInput {
  environment: SyncEnvironment;
  owner: string;
  device: DeviceDatabase;
  replica: Pick<ReplicaHost, 'loadTrack'>;
  visits: Pick<Visits, 'tracks'>;
  views: Views;
  /** Whether this tab leads. */
  leads: Live<boolean>;
  /** Loads the playlists, which are needed while one of them is kept. */
  playlists(): Promise<Pick<Playlists, 'trackIds'>>;
  /** Delay, in ms, after which a track that left the kept lists leaves the device; until then the person may put it back. */
  removalDelayMs?: number;
}

export type KeptHost = KeptAudio & Pick<KeptApi, 'keepList'>;

/**
 * Opens kept audio, retries downloads when the network is back, follows the kept lists, and removes copies of deleted or hidden tracks (S-34).
 */
export function hostKeptAudio(input: KeptHostInput): KeptHost {
  const { environment, owner, device, replica, visits, views, leads, removalDelayMs = REMOVAL_DELAY_MS } = input;
  const kept = openKeptAudio(views.kept, {
    fetch: environment.fetch,
    caches: environment.caches,
    cacheName: keptCacheName(owner),
    storage: environment.storage,
    locks: environment.locks,
    now: () => environment.serverClock.now(),
    random: () => environment.random(),
    saveData: () => environment.saveData(),
    track: async (id) => {
      if (!views.catalogue.get(id)) await replica.loadTrack(id);
      return views.catalogue.get(id);
    },
    index: {
      all: () => device.kept.toArray(),
      get: (id) => device.kept.get(id),
      put: async (changed) => void (await device.kept.bulkPut(changed)),
      delete: (ids) => device.kept.bulkDelete([...ids]),
    },
  });
  let isClosed = false;

  const index = liveQuery(() => device.kept.toArray()).subscribe({
    next: (all) => kept.setIndex(all),
    error: (error: unknown) => views.patchStatus({ storage: storageState(error) }),
  });
  /** Ids of the tracks that `keptWithdrawnCount` already counts: a reading of the index during a removal may list a track again. */
  const counted = new Set<string>();
  const removeWithdrawn = async () => {
    const withdrawnIds = views.keptWithdrawnIds.get();
    if (withdrawnIds.length === 0) return;
    const states = views.kept.get();
    const saved = withdrawnIds.filter((id) => {
      const state = states.get(id);
      return state?.kind === 'kept' && state.asked && !counted.has(id);
    });
    for (const id of saved) counted.add(id);
    await kept.removeAll(withdrawnIds).catch((error: unknown) => {
      for (const id of saved) counted.delete(id);
      throw error;
    });
    if (!isClosed) views.keptWithdrawnCount.set(views.keptWithdrawnCount.get() + saved.length);
  };
  // If the disk refuses a removal, the next change of the ids retries it.
  const stopRemoving = views.keptWithdrawnIds.subscribe(() => void removeWithdrawn().catch(() => undefined));
  let stopPlaylists: (() => void) | null = null;
  const followPlaylists = async () => {
    const keepsOne = [...(views.keptLists.get() ?? [])].some((list) => list !== FAVOURITES_LIST);
    if (!keepsOne || stopPlaylists || isClosed) return;
    stopPlaylists = () => undefined;
    try {
      const { trackIds } = await input.playlists();
      if (isClosed) return;
      const update = () => {
        const next = trackIds.get();
        const known = views.playlistTracks.get();
        const isSame =
          known !== null && next.size === known.size && [...next].every(([id, ids]) => known.get(id) === ids);
        if (!isSame) views.playlistTracks.set(next);
      };
      stopPlaylists = trackIds.subscribe(update);
      update();
    } catch {
      // The next change of the lists, or the next start, tries again.
      stopPlaylists = null;
    }
  };
  const stopLists = views.keptLists.subscribe(() => void followPlaylists());
  const lists = liveQuery(() => device.device.get(KEPT_LISTS_KEY)).subscribe({
    next: (stored) => views.keptLists.set(readKeptLists(stored?.value)),
    error: (error: unknown) => views.patchStatus({ storage: storageState(error) }),
  });
  /** Whether the person turned on a list whose tracks have not been requested yet. */
  let isNewListPending = false;
  let removalTimer: ReturnType<typeof setTimeout> | undefined;
  /** Settles when the latest call of `inTurn` has ended. The calls run one after another, and each reads the ids when it begins. */
  let following: Promise<void> = Promise.resolve();
  const inTurn = (act: (ids: readonly string[]) => Promise<void>) => {
    following = following
      .then(async () => {
        const ids = views.listedIds.get();
        if (ids !== null && !isClosed) await act(ids);
      })
      // If the disk refuses, the next change of the lists or the next start tries again.
      .catch(() => undefined);
  };
  const followLists = () => {
    inTurn(async (ids) => {
      const isByPerson = isNewListPending;
      isNewListPending = false;
      await kept.keepListed(ids, isByPerson);
    });
    clearTimeout(removalTimer);
    removalTimer = setTimeout(() => {
      // A tab that does not lead may have been frozen, so its lists may be outdated.
      if (leads.get()) inTurn((ids) => kept.removeUnlisted(ids));
    }, removalDelayMs);
  };
  const stopFollowing = views.listedIds.subscribe(followLists);
  const stopLeading = leads.subscribe(followLists);
  // After a rebuild, the row of a kept track beyond the shelf is missing, although the track was not withdrawn (SY-36).
  const fetchUnknown = () => void visits.tracks(views.unknownIds.get());
  const stopFetching = views.unknownIds.subscribe(fetchUnknown);
  const stopResuming = environment.onNetworkChange(() => {
    if (!environment.isOnline()) return;
    kept.resume();
    fetchUnknown();
  });

  return {
    ...kept,
    async keepList(list, isOn) {
      const chosen = await device.transaction('rw', device.device, async () => {
        const next = new Set(readKeptLists((await device.device.get(KEPT_LISTS_KEY))?.value));
        if (isOn) next.add(list);
        else next.delete(list);
        await device.device.put({ key: KEPT_LISTS_KEY, value: [...next] });
        return next;
      });
      views.keptLists.set(chosen);
      isNewListPending = isOn;
      followLists();
    },
    async close() {
      isClosed = true;
      index.unsubscribe();
      stopResuming();
      stopRemoving();
      stopFetching();
      stopFollowing();
      stopLeading();
      clearTimeout(removalTimer);
      stopLists();
      stopPlaylists?.();
      lists.unsubscribe();
      await kept.close();
    },
  };
}
