import { expect, it, vi } from 'vitest';
import { streamArchive, type ArchiveInput } from './archive.ts';
import { readZip } from '../../../tests/support/read-zip.ts';

const bytes = (text: string) => new Response(text, { headers: { 'content-length': String(text.length) } });
const fetchFile = (input: RequestInfo | URL) =>
  Promise.resolve(new Request(input).url.endsWith('x') ? new Response('', { status: 404 }) : bytes('sound'));

async function archive(input: Partial<ArchiveInput>, signal = new AbortController().signal) {
  const onProgress = vi.fn<(done: number, all: number) => void>();
  const onMissing = vi.fn<(name: string) => void>();
  const stream = streamArchive(
    { documents: {}, texts: {}, lists: {}, files: [], ...input },
    { fetch: fetchFile, signal, onProgress, onMissing },
  );
  const entries = readZip(new Uint8Array(await new Response(stream).arrayBuffer()));
  return { entries, onProgress, onMissing };
}

it('the archive contains every document, every page of a list and every file, and reports progress', async () => {
  const { entries, onProgress, onMissing } = await archive({
    documents: { profile: { name: 'Nína 🎧' } },
    texts: { 'playlists/Night.m3u8': '#EXTM3U\n' },
    lists: {
      async *ledger() {
        yield [{ id: 1 }, { id: 2 }];
        yield [{ id: 3 }];
      },
      async *votes() {},
    },
    files: [{ name: 'tracks/Night Bus.mp3', address: 'https://files/a' }],
  });
  expect([...entries.keys()]).toEqual([
    'profile.json',
    'playlists/Night.m3u8',
    'ledger.json',
    'votes.json',
    'tracks/Night Bus.mp3',
  ]);
  expect(JSON.parse(entries.get('profile.json') ?? '')).toEqual({ name: 'Nína 🎧' });
  expect(entries.get('playlists/Night.m3u8')).toBe('#EXTM3U\n');
  expect(JSON.parse(entries.get('ledger.json') ?? '')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(JSON.parse(entries.get('votes.json') ?? '')).toEqual([]);
  expect(entries.get('tracks/Night Bus.mp3')).toBe('sound');
  expect(onProgress.mock.calls).toEqual([
    [0, 5],
    [1, 5],
    [2, 5],
    [3, 5],
    [4, 5],
    [5, 5],
  ]);
  expect(onMissing).not.toHaveBeenCalled();
});

it('the archive skips an unreadable file, keeps the rows that were read before a list failed, and reports both as missing', async () => {
  const { entries, onMissing } = await archive({
    lists: {
      async *plays() {
        yield [{ id: 1 }];
        throw new Error('the server is away');
      },
    },
    files: [
      { name: 'gone.mp3', address: 'https://files/x' },
      { name: 'here.mp3', address: 'https://files/a' },
    ],
  });
  expect([...entries.keys()]).toEqual(['plays.json', 'here.mp3', 'could-not-be-read.json']);
  expect(JSON.parse(entries.get('plays.json') ?? '')).toEqual([{ id: 1 }]);
  expect(JSON.parse(entries.get('could-not-be-read.json') ?? '')).toEqual(['plays.json', 'gone.mp3']);
  expect(onMissing.mock.calls).toEqual([['plays.json'], ['gone.mp3']]);
});

it('the archive rejects with AbortError when it is cancelled in a list or before a file', async () => {
  for (const part of ['list', 'files'] as const) {
    const controller = new AbortController();
    const work = archive(
      part === 'list'
        ? {
            lists: {
              async *plays() {
                controller.abort();
                yield [{ id: 1 }];
              },
            },
          }
        : {
            lists: {
              async *plays() {
                yield [{ id: 1 }];
                queueMicrotask(() => controller.abort());
              },
            },
            files: [{ name: 'a.mp3', address: 'https://files/a' }],
          },
      controller.signal,
    );
    await expect(work, part).rejects.toMatchObject({ name: 'AbortError' });
  }
});
