import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../../supabase/local/test-stack.ts';
import { mp3, png } from '../media/sample-files.ts';
import type { FileToSend, SendOptions } from '../upload-types.ts';
import { incomingFile } from './incoming-file.ts';
import { endTransfer, sendFile, type StorageEndpoint } from './send-file.ts';

let test: TestStack;
let person: TestUser;
beforeAll(async () => {
  test = await openTestStack();
});
// The server stores only a few unused files per person.
beforeEach(async () => {
  person = await test.createUser();
});
afterAll(() => test.close());

/** Longer than one part of 6 MB. */
const song = new Blob([mp3({ frames: 17_000 })], { type: 'audio/mpeg' });
const waitsForNetwork = { kind: 'waits', for: 'network' };

/** Records requests. `answer` returns null to use the real network. */
function openNetwork(answer: (method: string, url: string, init: RequestInit) => Promise<Response | null> | null) {
  const methods: string[] = [];
  const endpoint: StorageEndpoint = {
    address: `${test.stack.url}/storage/v1/upload/resumable`,
    headers: () => Promise.resolve({ authorization: `Bearer ${person.token}` }),
    async fetch(input, init = {}) {
      const method = init.method ?? 'GET';
      methods.push(method);
      init.signal?.throwIfAborted();
      return (await answer(method, String(input instanceof Request ? input.url : input), init)) ?? fetch(input, init);
    },
  };
  return { methods, endpoint };
}
const realNetwork = () => openNetwork(() => null);

let trackCount = 0;
function newTrack(blob = song): FileToSend {
  trackCount += 1;
  return { bucket: 'tracks', path: `${person.id}/song-${trackCount}.mp3`, blob, tusUrl: null };
}

async function send(endpoint: StorageEndpoint, file: FileToSend, options: Partial<SendOptions> = {}) {
  let { tusUrl } = file;
  const sent = await sendFile(endpoint, file, {
    signal: new AbortController().signal,
    onAddress: async (url) => {
      tusUrl = url;
    },
    ...options,
  });
  return { sent, tusUrl };
}

async function stored({ bucket, path }: FileToSend): Promise<Blob | null> {
  const incoming = incomingFile({ bucket, path });
  const answer = await fetch(`${test.stack.url}/storage/v1/object/authenticated/${incoming.bucket}/${incoming.path}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  return answer.ok ? answer.blob() : null;
}
async function expectStored(file: FileToSend) {
  const response = await stored(file);
  expect(Buffer.compare(Buffer.from(await (response ?? new Blob()).arrayBuffer()), await bytesOf(file.blob))).toBe(0);
}
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

describe('[SY-28] a file', () => {
  it('is sent in parts, and reports its progress', async () => {
    const { methods, endpoint } = realNetwork();
    const file = newTrack();
    const progress: number[] = [];
    expect((await send(endpoint, file, { onProgress: (bytes) => progress.push(bytes) })).sent).toEqual({ kind: 'up' });
    expect(methods).toEqual(['POST', 'PATCH', 'PATCH']);
    expect(progress).toEqual([0, 6 * 1024 * 1024]);
    await expectStored(file);
  });

  it("resumes after a lost answer at the server's offset", async () => {
    const file = newTrack();
    let parts = 0;
    const lossy = openNetwork(async (method, url, init) => {
      if (method !== 'PATCH') return null;
      parts += 1;
      await fetch(url, init);
      throw new TypeError('the answer was lost');
    });
    const { sent, tusUrl } = await send(lossy.endpoint, file);
    expect([sent, parts]).toEqual([waitsForNetwork, 1]);
    const { methods, endpoint } = realNetwork();
    expect((await send(endpoint, { ...file, tusUrl })).sent).toEqual({ kind: 'up' });
    expect(methods).toEqual(['HEAD', 'PATCH']);
    await expectStored(file);
    // The lost answer may be that of the last part.
    expect((await send(endpoint, { ...file, tusUrl })).sent).toEqual({ kind: 'up' });
    expect(methods.slice(2)).toEqual(['HEAD']);
  });

  it('asks for the offset when another tab has sent more, and resumes there', async () => {
    const file = newTrack();
    let isAhead = false;
    const { methods, endpoint } = openNetwork(async (method, url, init) => {
      if (method !== 'PATCH' || isAhead) return null;
      isAhead = true;
      // The other tab's part comes first.
      expect((await fetch(url, init)).status).toBe(204);
      return null;
    });
    expect((await send(endpoint, file)).sent).toEqual({ kind: 'up' });
    expect(methods).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']);
    await expectStored(file);
  });

  it('waits for the network after a second conflict in a row', async () => {
    const { methods, endpoint } = openNetwork(async (method) =>
      method === 'PATCH' ? Response.json({ message: 'Upload-Offset conflict' }, { status: 409 }) : null,
    );
    expect((await send(endpoint, newTrack())).sent).toEqual(waitsForNetwork);
    expect(methods).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']);
  });

  it('restarts when its transfer is gone from the server', async () => {
    const file = newTrack();
    const cut = openNetwork(async (method) => (method === 'PATCH' ? Promise.reject(new TypeError('cut')) : null));
    const { tusUrl } = await send(cut.endpoint, file);
    await endTransfer(realNetwork().endpoint, tusUrl ?? '');
    const { methods, endpoint } = realNetwork();
    const restarted = await send(endpoint, { ...file, tusUrl });
    expect(restarted.sent).toEqual({ kind: 'up' });
    expect(restarted.tusUrl).not.toBe(tusUrl);
    expect(methods).toEqual(['HEAD', 'POST', 'PATCH', 'PATCH']);
    await expectStored(file);
  });

  it('counts as uploaded if an earlier visit sent it and ended before recording that', async () => {
    const file = newTrack();
    await send(realNetwork().endpoint, file);
    const { methods, endpoint } = realNetwork();
    expect((await send(endpoint, file)).sent).toEqual({ kind: 'up' });
    expect(methods).toEqual(['POST']);
  });

  it("is refused with the server's words", async () => {
    const noise = new Blob([new Uint8Array(50_000).fill(7)], { type: 'audio/mpeg' });
    const { sent } = await send(realNetwork().endpoint, newTrack(noise));
    expect(sent).toEqual({ kind: 'refused', message: 'There is no MP3 sound in this file. Choose another one.' });
  });

  it("waits for space if the server's disk is full", async () => {
    const full = () =>
      Response.json({ statusCode: '507', error: 'Insufficient Storage', message: 'No room.' }, { status: 507 });
    const waits = { kind: 'waits', for: 'room' };
    for (const at of ['POST', 'PATCH']) {
      const { endpoint } = openNetwork(async (method) => (method === at ? full() : null));
      expect((await send(endpoint, newTrack())).sent).toEqual(waits);
    }
    const { endpoint } = openNetwork(async () => new Response(null, { status: 507 }));
    const { sent } = await send(endpoint, { ...newTrack(), tusUrl: `${test.stack.url}/response` });
    expect(sent).toEqual(waits);
  });

  it('is refused with a text that names the time to wait, after too many refusals', async () => {
    await test.sql`insert into private.refused_files (user_id) select ${person.id}::uuid from generate_series(1, 30)`;
    expect((await send(realNetwork().endpoint, newTrack())).sent).toEqual({
      kind: 'refused',
      message: 'Too many of your files were refused. Try again in 60 minutes.',
    });
  });

  it('is refused with a text if too many files without a track are stored', async () => {
    const short = new Blob([mp3({ frames: 100 })], { type: 'audio/mpeg' });
    for (let sent = 0; sent < 6; sent += 1)
      expect((await send(realNetwork().endpoint, newTrack(short))).sent).toEqual({ kind: 'up' });
    expect((await send(realNetwork().endpoint, newTrack(short))).sent).toEqual({
      kind: 'refused',
      message: 'Too many of your files were sent and not used. They are removed within a day; try again then.',
    });
  });

  it('is refused by a policy of hosted Storage: as invalid if its type is wrong, else because too many files are stored', async () => {
    const policy = { statusCode: '403', error: 'Unauthorized', message: 'new row violates row-level security policy' };
    const { endpoint } = openNetwork(async () => Response.json(policy, { status: 403 }));
    const outcomeOf = async (type: string) => (await send(endpoint, newTrack(new Blob(['x'], { type })))).sent;
    expect(await outcomeOf('text/plain')).toEqual({
      kind: 'refused',
      message: 'Invalid file. Please check file type and size.',
    });
    expect(await outcomeOf('audio/mpeg')).toEqual({
      kind: 'refused',
      message: 'Too many of your files were sent and not used. They are removed within a day; try again then.',
    });
  });

  it("replaces the person's former picture, but never the file of a track", async () => {
    const path = `${person.id}/avatar_small.jpg`;
    for (const width of [4, 8]) {
      const blob = new Blob([png({ width, height: width })], { type: 'image/png' });
      const file = { bucket: 'avatars', path, blob, tusUrl: null } as const;
      expect((await send(realNetwork().endpoint, file)).sent).toEqual({ kind: 'up' });
      await expectStored(file);
    }
    const first = newTrack();
    await send(realNetwork().endpoint, first);
    await send(realNetwork().endpoint, { ...newTrack(new Blob([mp3({ frames: 200 })])), path: first.path });
    await expectStored(first);
  });
});

describe('[SY-28] sending a file', () => {
  it.each([
    ['a busy server', new Response('', { status: 503 })],
    ['a server that limits the rate', Response.json({ message: 'slow down' }, { status: 429 })],
    ['a transfer that another request has locked', Response.json({ message: 'locked' }, { status: 423 })],
    ["a captive portal's page in place of an answer", new Response('<html>', { status: 200 })],
    ["a captive portal's refusal", new Response('<html>', { status: 403 })],
  ])('waits for the network after %s', async (_, answer) => {
    const { endpoint } = openNetwork(async () => answer.clone());
    expect((await send(endpoint, newTrack())).sent).toEqual(waitsForNetwork);
    const later = openNetwork(async (method) => (method === 'PATCH' ? answer.clone() : null));
    expect((await send(later.endpoint, newTrack())).sent).toEqual(waitsForNetwork);
  });

  it('keeps a transfer whose offset cannot be read now', async () => {
    for (const status of [401, 408, 423, 429, 500]) {
      const { methods, endpoint } = openNetwork(async () => new Response(null, { status }));
      const { sent } = await send(endpoint, { ...newTrack(), tusUrl: `${test.stack.url}/response` });
      expect(sent).toEqual({ kind: 'waits', for: status === 401 ? 'session' : 'network' });
      expect(methods).toEqual(['HEAD']);
    }
    for (const status of [401, 403, 404, 410]) {
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      const { methods, endpoint } = openNetwork(async () => new Response(null, { status, headers }));
      const { sent } = await send(endpoint, { ...newTrack(), tusUrl: `${test.stack.url}/response` });
      expect([sent, ...new Set(methods)]).toEqual([waitsForNetwork, 'HEAD']);
    }
    const { endpoint } = openNetwork(async () => new Response('<html>', { status: 200 }));
    const { sent } = await send(endpoint, { ...newTrack(), tusUrl: `${test.stack.url}/response` });
    expect(sent).toEqual(waitsForNetwork);
  });

  it('sends the newest token with each part, and waits for a session if there is none', async () => {
    const seen: (string | null)[] = [];
    const { endpoint } = openNetwork(async (_method, _url, init) => {
      seen.push(new Headers(init.headers).get('x-token'));
      return null;
    });
    const tokens = ['one', 'two', 'three'];
    const headers = async () => ({ authorization: `Bearer ${person.token}`, 'x-token': tokens[seen.length] ?? '' });
    expect((await send({ ...endpoint, headers }, newTrack())).sent).toEqual({ kind: 'up' });
    expect(seen).toEqual(tokens);
    const nobody = { ...endpoint, headers: () => Promise.resolve(null) };
    expect((await send(nobody, newTrack())).sent).toEqual({ kind: 'waits', for: 'session' });
  });

  it('rejects when aborted, or if its upload URL cannot be stored', async () => {
    const ending = new AbortController();
    const { endpoint } = openNetwork((method, _url, init) =>
      method === 'PATCH'
        ? new Promise((_, reject) => {
            init.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
            ending.abort(new Error('the person took it back'));
          })
        : null,
    );
    await expect(send(endpoint, newTrack(), { signal: ending.signal })).rejects.toThrow('the person took it back');
    const onAddress = () => Promise.reject(new Error('the disk is full'));
    const file = newTrack();
    await expect(send(realNetwork().endpoint, file, { onAddress })).rejects.toThrow('the disk is full');
    expect(await stored(file)).toBeNull();
  });

  it('aborts a request without progress for a minute, but not one with progress', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { endpoint } = openNetwork(async (method) =>
        method === 'POST' ? new Response(null, { status: 201, headers: { location: '/there' } }) : null,
      );
      let reportProgress = (_bytes: number) => undefined as void;
      const sending = send(endpoint, newTrack(), {
        sendPart: (_url, { signal, onProgress }) =>
          new Promise((_, reject) => {
            reportProgress = onProgress;
            signal.addEventListener('abort', () => reject(new TypeError('aborted')));
          }),
      });
      await vi.waitUntil(() => vi.getTimerCount() > 0);
      let outcome: unknown = null;
      void sending.then(({ sent }) => (outcome = sent));
      for (const bytes of [10, 20]) {
        await vi.advanceTimersByTimeAsync(59_000);
        reportProgress(bytes);
      }
      await vi.advanceTimersByTimeAsync(59_000);
      expect(outcome).toBeNull();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(outcome).toEqual(waitsForNetwork);
    } finally {
      vi.useRealTimers();
    }
  });
});
