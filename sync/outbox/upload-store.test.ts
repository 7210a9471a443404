import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { UploadRecord } from '../api.ts';
import { DeviceDatabase } from './database.ts';
import { openUploadStore, type StoredUpload } from './upload-store.ts';

it('keeps the files of an upload as bytes where the browser refuses a Blob, as private windows of WebKit do', async () => {
  const device = new DeviceDatabase('me', new IDBFactory(), IDBKeyRange);
  device.uploads.hook('creating', (_key: unknown, stored: StoredUpload) => {
    if (stored.audio.blob instanceof Blob)
      throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');
  });
  const store = openUploadStore(device.uploads);
  const record: UploadRecord = {
    id: 'u1',
    trackId: 't1',
    form: {
      title: 'Tail Lift',
      artistName: 'Ivo',
      genre: 'Techno',
      description: '',
      rightsConfirmed: true,
      radioOptIn: false,
    },
    audio: {
      blob: new Blob(['sound'], { type: 'audio/mpeg' }),
      name: 'a.mp3',
      path: 'me/a',
      tusUrl: null,
      done: false,
    },
    cover: { blob: new Blob(['art'], { type: 'image/png' }), name: 'c.png', path: 'me/c', tusUrl: null, done: false },
    startedAt: 1,
    actionId: null,
  };
  await store.save(record);
  const found = await store.current();
  expect([await found?.audio.blob.text(), found?.audio.blob.type]).toEqual(['sound', 'audio/mpeg']);
  expect([await found?.cover?.blob.text(), found?.cover?.blob.type]).toEqual(['art', 'image/png']);
  expect(found).toEqual(record);
  device.close();
});
