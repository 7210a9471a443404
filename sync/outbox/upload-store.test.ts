import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { UploadRecord } from '../upload-types.ts';
import { outboxName } from '../core/names.ts';
import { DeviceDatabase } from './database.ts';
import type { StoredFiles } from './stored-uploads.ts';
import { openUploadStore } from './upload-store.ts';

const form = {
  title: 'Tail Lift',
  artistName: 'Ivo',
  genre: 'Techno',
  description: '',
  rightsConfirmed: true,
  radioOptIn: false,
};
const file = { name: 'a.mp3', type: 'audio/mpeg', bytes: 5, durationMs: null, path: 'me/a', tusUrl: null, isUp: false };
const record: UploadRecord = {
  id: 'u1',
  trackId: 't1',
  actionId: 'a1',
  form,
  audio: file,
  cover: { ...file, name: 'c.png', type: 'image/png', bytes: 3, path: 'me/c' },
  sentBytes: 0,
  startedAt: 1,
  stage: { kind: 'sending', waitsFor: null },
};
const sound = new Blob(['sound'], { type: 'audio/mpeg' });
const art = new Blob(['art'], { type: 'image/png' });

it('the files of an upload are stored as bytes where the browser refuses a Blob, as private windows of WebKit do', async () => {
  const device = new DeviceDatabase('me', new IDBFactory(), IDBKeyRange);
  device.uploadFiles.hook('creating', (_key: unknown, stored: StoredFiles) => {
    if (stored.audio instanceof Blob)
      throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');
  });
  const store = openUploadStore(device);
  await store.add(record, { audio: sound, cover: art });
  const files = await store.files('u1');
  expect([await files?.audio?.text(), files?.audio?.type]).toEqual(['sound', 'audio/mpeg']);
  expect([await files?.cover?.text(), files?.cover?.type]).toEqual(['art', 'image/png']);
  expect(await store.all()).toEqual([record]);
  device.uploadFiles.hook('updating', (change: object) => {
    if (Object.values(change).some((part) => part instanceof Blob))
      throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');
  });
  await store.putFiles('u1', { audio: new Blob(['other sound']) });
  expect(await (await store.files('u1'))?.cover?.text()).toBe('art');
  await store.putFiles('u1', { cover: new Blob(['other art']) });
  const changed = await store.files('u1');
  expect([await changed?.audio?.text(), await changed?.cover?.text()]).toEqual(['other sound', 'other art']);
  device.close();
});

it('[SY-28] changes of one upload by two tabs are applied in turn, and ignored once the upload was removed', async () => {
  const browser = new IDBFactory();
  const tab = () => openUploadStore(new DeviceDatabase('me', browser, IDBKeyRange));
  const [first, second] = [tab(), tab()];
  await first.add(record, { audio: sound, cover: null });
  const add = (stored: UploadRecord) => ({ ...stored, sentBytes: stored.sentBytes + 1 });
  await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? first : second).change('u1', add)));
  expect((await first.all())?.[0]?.sentBytes).toBe(10);
  expect(await second.change('u1', () => 'keep')).toMatchObject({ sentBytes: 10 });
  await first.remove('u1');
  expect(await second.change('u1', add)).toBeNull();
  expect(await second.files('u1')).toBeNull();
});

it('[SY-21] uploads that an older version of the app began are converted, with their progress and files', async () => {
  const browser = new IDBFactory();
  const old = new Dexie(outboxName('me'), { indexedDB: browser, IDBKeyRange });
  old.version(2).stores({
    outbox: '++seq, &id, lane',
    cursors: 'id',
    device: 'key',
    engine: 'key',
    uploads: 'id, startedAt',
    kept: 'trackId, usedAt',
  });
  const oldFile = { blob: sound, name: 'a.mp3', path: 'me/a', tusUrl: 'https://backend.test/1', done: false };
  const bytes = await new Blob(['sounds']).arrayBuffer();
  const inWebKit = { ...oldFile, blob: { bytes, type: 'audio/mpeg' } };
  await old.table('uploads').bulkPut([
    { id: 'u1', trackId: 't1', form, audio: oldFile, cover: null, startedAt: 1, actionId: null },
    { id: 'u2', trackId: 't2', form, audio: { ...oldFile, done: true }, cover: null, startedAt: 2, actionId: 'a2' },
    { id: 'u0', trackId: 't0', form, audio: inWebKit, cover: { ...oldFile, blob: null }, startedAt: 3, actionId: null },
  ]);
  old.close();
  const store = openUploadStore(new DeviceDatabase('me', browser, IDBKeyRange));
  const upgraded = { ...file, tusUrl: 'https://backend.test/1' };
  expect(await store.all()).toEqual([
    { ...record, actionId: expect.any(String), audio: upgraded, cover: null },
    {
      ...record,
      id: 'u2',
      trackId: 't2',
      actionId: 'a2',
      audio: { ...upgraded, isUp: true },
      cover: null,
      startedAt: 2,
      stage: { kind: 'creating' },
    },
    {
      ...record,
      id: 'u0',
      trackId: 't0',
      actionId: expect.any(String),
      audio: { ...upgraded, bytes: 6 },
      cover: { ...upgraded, type: '', bytes: 0 },
      startedAt: 3,
    },
  ]);
  expect(await (await store.files('u1'))?.audio?.text()).toBe('sound');
  const [audio, cover] = [(await store.files('u0'))?.audio, (await store.files('u0'))?.cover];
  expect([await audio?.text(), cover]).toEqual(['sounds', null]);
});

it('[SY-28] a file that is chosen later replaces the audio or the cover, and the other file stays', async () => {
  const store = openUploadStore(new DeviceDatabase('me', new IDBFactory(), IDBKeyRange));
  await store.add(record, { audio: sound, cover: null });
  await store.putFiles('u1', { cover: art });
  const texts = async () => {
    const files = await store.files('u1');
    return [await files?.audio?.text(), await files?.cover?.text()];
  };
  expect(await texts()).toEqual(['sound', 'art']);
  await store.putFiles('u1', { audio: new Blob(['other sound']) });
  expect(await texts()).toEqual(['other sound', 'art']);
  await store.putFiles('u1', { cover: null });
  expect(await texts()).toEqual(['other sound', undefined]);
});

it('[SY-22] a full disk refuses the files of an upload, and nothing of the upload is stored', async () => {
  const device = new DeviceDatabase('me', new IDBFactory(), IDBKeyRange);
  let writes = 0;
  device.uploadFiles.hook('creating', () => {
    writes += 1;
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const store = openUploadStore(device);
  await expect(store.add(record, { audio: sound, cover: null })).rejects.toThrow('storage full');
  expect([writes, await store.all(), await store.files('u1')]).toEqual([1, [], null]);
  device.close();
});
