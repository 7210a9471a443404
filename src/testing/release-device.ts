import type { NewRelease, ReleasesApi } from '../../sync/api.ts';
import type {
  OwnReleaseView,
  PendingAction,
  Scope,
  Transfer,
  UploadApi,
  UploadFiles,
  UploadRecord,
} from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';
import { meWith, restingStatus } from './scope-test.tsx';
import { ok } from './upload-device.ts';

/**
 * A fake device whose upload page opens for a release. It holds uploads and the draft in memory.
 * `created` and `removed` record what would be sent.
 */
export function releaseDevice({ slots = 3, level = 1 } = {}) {
  const records = createLive<readonly UploadRecord[] | null>([]);
  const files = new Map<string, UploadFiles>();
  const values = new Map<string, unknown>();
  const texts = new Map([['upload-mode', 'release']]);
  const own = createLive<readonly OwnReleaseView[]>([]);
  const pending = createLive<readonly PendingAction[]>([]);
  const created: NewRelease[] = [];
  const removed: [id: string, place: string][] = [];
  const held = new Map<string, Promise<unknown>>();
  const all = () => records.get() ?? [];

  const uploads: Partial<UploadApi> = {
    records,
    transfers: createLive<ReadonlyMap<string, Transfer>>(new Map()),
    withLock(name, { now }, work) {
      if (now && held.has(name)) return Promise.resolve(null);
      const done = (held.get(name) ?? Promise.resolve()).then(work);
      held.set(name, done);
      return done.finally(() => held.get(name) === done && held.delete(name));
    },
    files: (id) => Promise.resolve(files.get(id) ?? null),
    putFiles(id, parts) {
      files.set(id, { ...(files.get(id) ?? { audio: null, cover: null }), ...parts });
      return Promise.resolve();
    },
    add(record, parts) {
      records.set([...all(), record]);
      files.set(record.id, parts);
      return Promise.resolve();
    },
    remove: (id) => Promise.resolve(records.set(all().filter((record) => record.id !== id))),
    change(id, decide) {
      records.set(
        all().map((record) => {
          const next = record.id === id ? decide(record) : 'keep';
          return next === 'keep' ? record : next;
        }),
      );
      return Promise.resolve(all().find((record) => record.id === id) ?? null);
    },
  };
  const releases: Partial<ReleasesApi> = {
    own,
    create(release) {
      created.push(release);
      return Promise.resolve();
    },
    remove(id, place) {
      removed.push([id, place]);
      return Promise.resolve();
    },
  };
  const me = meWith(0);
  const scope: Partial<Scope> = {
    owner: 'me',
    userId: 'me',
    pending,
    readPending: () => Promise.resolve(pending.get()),
    status: createLive(restingStatus('online')),
    me: createLive({ ...me, stats: { id: 's', rev: 1, user_id: 'me', fan_level: level } as typeof me.stats }),
    isLocked: createLive(false),
    genres: createLive([{ id: 'g', rev: 1, name: 'Ambient' } as never]),
    uploads: uploads as UploadApi,
    tracksOf: () => createLive([]),
    procedures: {
      checkUploadSlots: () => ok({ allowed: slots > 0, message: '', slots_available: slots }),
    } as Partial<Scope['procedures']> as Scope['procedures'],
    releases: () => Promise.resolve(releases as ReleasesApi),
    device: {
      get: (key) => Promise.resolve(values.get(key)),
      put: (key, value) => Promise.resolve(void values.set(key, structuredClone(value))),
      text: (key) => texts.get(key) ?? null,
      setText: (key, value) => Boolean(texts.set(key, value)),
    },
    onClose: () => () => undefined,
  };
  return { scope, records, own, created, removed, values, pending };
}
