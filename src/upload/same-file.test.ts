import { expect, it } from 'vitest';
import type { Scope, TrackView, UploadApi, UploadRecord } from '../../sync/client.ts';
import { constantLive } from '../engine/live.ts';
import { emptyForm } from './upload-form.ts';
import { newDraft } from './upload-record.ts';
import { findSame } from './same-file.ts';

const bytes = (fill: number, length = 300_000) => new Blob([new Uint8Array(length).fill(fill)]);

function personWith({ here, published }: { here?: Blob; published?: Blob }) {
  const record: UploadRecord = {
    ...newDraft('u1', { ...emptyForm, title: 'Night Bus' }),
    audio: {
      name: 'a.mp3',
      type: 'audio/mpeg',
      bytes: here?.size ?? 0,
      durationMs: 1,
      path: '',
      tusUrl: null,
      isUp: false,
    },
  };
  const uploads: Partial<UploadApi> = {
    records: constantLive<readonly UploadRecord[]>(here ? [record] : []),
    files: () => Promise.resolve({ audio: here ?? null, cover: null }),
  };
  const track: Partial<TrackView> = {
    title: 'Day Bus',
    audio_bytes: published?.size ?? 0,
    audioSrc: 'https://a/b.mp3',
  };
  const scope: Partial<Scope> = {
    userId: 'me',
    uploads: uploads as UploadApi,
    tracksOf: () => constantLive(published ? [track as TrackView] : []),
  };
  const fetchPart: typeof fetch = async (_input, init) => {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range') ?? '') ?? [];
    return new Response(await (published ?? new Blob()).slice(Number(from), Number(to) + 1).arrayBuffer(), {
      status: 206,
    });
  };
  return { scope: scope as Scope, fetchPart };
}

const none = new Map<string, Blob>();

it('a duplicate is found by its bytes among this page’s files, the stored uploads and the published tracks', async () => {
  const { scope } = personWith({});
  expect(await findSame(scope, bytes(1), new Map([['u1', bytes(1)]]))).toEqual({ where: 'here', title: '' });
  const device = personWith({ here: bytes(1) });
  expect(await findSame(device.scope, bytes(1), none)).toEqual({ where: 'here', title: 'Night Bus' });
  const artist = personWith({ published: bytes(1) });
  expect(await findSame(artist.scope, bytes(1), none, artist.fetchPart)).toEqual({
    where: 'published',
    title: 'Day Bus',
  });
});

it('a file of the same size with other bytes is not a duplicate', async () => {
  const { scope, fetchPart } = personWith({ here: bytes(1), published: bytes(2) });
  expect(await findSame(scope, bytes(3), new Map([['u2', bytes(4)]]), fetchPart)).toBeNull();
});

it('an unreachable track is not reported as a duplicate', async () => {
  const { scope } = personWith({ published: bytes(1) });
  expect(await findSame(scope, bytes(1), none, () => Promise.reject(new TypeError('no network')))).toBeNull();
  expect(
    await findSame(scope, bytes(1), none, () => Promise.resolve(new Response('gone', { status: 404 }))),
  ).toBeNull();
});
