import { expect, it } from 'vitest';
import {
  type Backend,
  openBackend,
  renewalPath,
  renewed,
  sessionIsOver,
  signIn,
} from '../tests/sync/support/backend.ts';
import { type Browser, newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync, type Scope, type SyncClient, type SyncEnvironment } from './client.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const config = { supabaseUrl: 'https://backend.test', publishableKey: 'key' };
const picture = (text: string) => new Blob([text], { type: 'image/jpeg' });
const small = picture('small');

function openBucket() {
  const files = new Map<string, string>();
  const transfers = new Map<string, { path: string; size: number; sent: string; isUpsert: boolean }>();
  const requests: string[] = [];
  /** Answers to upload parts wait for this promise. */
  let released: Promise<void> = Promise.resolve();
  let serverState: 'ok' | 'unreachable' | 'cut' | 'refusing' | 'locked' = 'ok';
  const backend: Backend = openBackend();
  const endpoint = '/storage/v1/upload/resumable';
  /** Refusals of Ann's first token, by the upload's method, or by 'check' for check-upload. */
  const refusals = new Map<string, Response>();
  const refusalOf = (method: string, headers: Headers) =>
    headers.get('authorization') === 'Bearer token of ann' ? refusals.get(method)?.clone() : undefined;
  const answer = async (url: URL, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    requests.push(`${init.method} ${headers.get('authorization')}`);
    const refusal = refusalOf(init.method ?? '', headers);
    if (refusal) return refusal;
    if (serverState === 'unreachable') throw new TypeError('Failed to fetch');
    if (serverState === 'locked') return Response.json({ message: 'jwt expired' }, { status: 401 });
    if (init.method === 'POST') {
      const metadata = new Map(
        (headers.get('upload-metadata') ?? '').split(',').map((pair) => {
          const [key = '', value = ''] = pair.split(' ');
          return [key, atob(value)] as const;
        }),
      );
      expect(metadata.get('bucketName')).toBe('incoming');
      const id = `${transfers.size + 1}`;
      transfers.set(id, {
        // The public address, to which 'check-upload' moves the file.
        path: (metadata.get('objectName') ?? '').replace('/avatars/', '/'),
        size: Number(headers.get('upload-length')),
        sent: '',
        isUpsert: headers.get('x-upsert') === 'true',
      });
      return new Response(null, { status: 201, headers: { location: `${endpoint}/${id}` } });
    }
    const transfer = transfers.get(url.pathname.slice(endpoint.length + 1));
    if (!transfer) return Response.json({ message: 'Upload not found' }, { status: 404 });
    if (init.method === 'PATCH') {
      await released;
      if (serverState === 'refusing') return Response.json({ message: 'Not a picture' }, { status: 415 });
      expect(Number(headers.get('upload-offset'))).toBe(transfer.sent.length);
      const body = init.body instanceof Blob ? await init.body.text() : '';
      if (serverState === 'cut') {
        transfer.sent += body.slice(0, 3);
        throw new TypeError('Failed to fetch');
      }
      transfer.sent += body;
      if (transfer.sent.length === transfer.size && transfer.isUpsert) files.set(transfer.path, transfer.sent);
    }
    return new Response(null, { status: 204, headers: { 'upload-offset': String(transfer.sent.length) } });
  };
  let verdict: () => Response = () => Response.json({ kind: 'jpeg', bytes: 1, duration_ms: null });
  return {
    files,
    requests,
    refusals,
    answers: backend.answers,
    setVerdict(next: typeof verdict) {
      verdict = next;
    },
    hold(): () => void {
      let release = () => undefined as void;
      released = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    setServerState(next: typeof serverState) {
      serverState = next;
    },
    fetch: ((input, init) => {
      const url = new URL(String(input instanceof Request ? input.url : input));
      if (url.pathname === '/functions/v1/check-upload')
        return Promise.resolve(refusalOf('check', new Headers(init?.headers)) ?? verdict());
      return url.pathname.startsWith(endpoint) ? answer(url, init ?? {}) : backend.fetch(input, init);
    }) satisfies SyncEnvironment['fetch'],
  };
}

async function newPerson(): Promise<Browser> {
  const browser = newBrowser();
  await signIn(browser, 'ann');
  return browser;
}

async function visit(
  browser: Browser,
  change: Partial<SyncEnvironment>,
  work: (scope: Scope, client: SyncClient) => Promise<void>,
): Promise<void> {
  const client = openSync(pageOf(browser, config, change));
  try {
    await work(await scopeOf(client), client);
  } finally {
    await client.close();
  }
}

const profileEdits = async (scope: Scope) =>
  (await scope.readPending()).map(({ kind, payload }) => [kind, payload['avatar_url']]);

function openNetwork() {
  const listeners = new Set<() => void>();
  return {
    onNetworkChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: () => listeners.forEach((listener) => listener()),
  };
}

it("[SY-31] a new picture is uploaded to the person's folder, and then queued as an edit of the profile", async () => {
  const browser = await newPerson();
  const bucket = openBucket();
  await visit(browser, { fetch: bucket.fetch, now: () => 1_800_000_000_000 }, async (scope) => {
    expect(scope.avatar.state.get()).toEqual({ kind: 'none' });
    await scope.avatar.put(picture('face'), small);
    await waitFor(async () =>
      expect(await profileEdits(scope)).toEqual([['profile.update', 'ann/avatar_medium.jpg?v=1800000000000']]),
    );
    await until(scope.avatar.state, ({ kind }) => kind === 'none');
    expect([...bucket.files]).toEqual([
      ['ann/avatar_medium.jpg', 'face'],
      ['ann/avatar_small.jpg', 'small'],
    ]);
    expect(new Set(bucket.requests)).toEqual(new Set(['POST Bearer token of ann', 'PATCH Bearer token of ann']));
    expect(await scope.avatar.isUnderWay()).toBe(false);
  });
});

it('[SY-31] a new picture is shown at once offline, and its upload resumes in the next visit', async () => {
  const browser = await newPerson();
  const bucket = openBucket();
  bucket.setServerState('cut');
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await scope.avatar.put(picture('my face'), small);
    const state = await until(scope.avatar.state, (state) => state.kind === 'sending' && state.waitsFor === 'network');
    expect(state.kind === 'sending' && (await state.picture.text())).toBe('my face');
    expect(await profileEdits(scope)).toEqual([]);
  });
  bucket.setServerState('ok');
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await waitFor(async () => expect(await profileEdits(scope)).toHaveLength(1));
    expect([...bucket.files]).toEqual([
      ['ann/avatar_medium.jpg', 'my face'],
      ['ann/avatar_small.jpg', 'small'],
    ]);
  });
  expect(bucket.requests.map((request) => request.split(' ')[0])).toEqual([
    'POST',
    'PATCH',
    'HEAD',
    'PATCH',
    'POST',
    'PATCH',
  ]);
});

it('[SY-31] [S-15] the profile edit is queued only after the server has checked the picture, if need be in the next visit', async () => {
  const browser = await newPerson();
  const bucket = openBucket();
  bucket.setVerdict(() => Response.json({ message: 'The file is being checked.' }, { status: 503 }));
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await scope.avatar.put(picture('my face'), small);
    await until(scope.avatar.state, (state) => state.kind === 'sending' && state.waitsFor === 'check');
    expect(await profileEdits(scope)).toEqual([]);
  });
  bucket.setVerdict(() => Response.json({ kind: 'jpeg', bytes: 1, duration_ms: null }));
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await waitFor(async () => expect(await profileEdits(scope)).toHaveLength(1));
  });
  const parts = bucket.requests.filter((request) => request.startsWith('PATCH'));
  expect(parts, 'nothing is sent twice').toHaveLength(2);
});

it('[SY-31] [S-15] a file that the server finds to be no picture is refused, and no profile edit is queued', async () => {
  const browser = await newPerson();
  const bucket = openBucket();
  bucket.setVerdict(() => Response.json({ kind: 'unknown', bytes: 1, duration_ms: null }));
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await scope.avatar.put(picture('no face'), small);
    expect(await until(scope.avatar.state, ({ kind }) => kind === 'refused')).toMatchObject({
      message: 'Invalid file. Please check file type and size.',
    });
    expect(await profileEdits(scope)).toEqual([]);
  });
});

it('[SY-31] an upload that waits for the network, or because its refused token cannot be renewed, resumes when the network returns', async () => {
  const browser = await newPerson();
  const [bucket, network] = [openBucket(), openNetwork()];
  bucket.setServerState('unreachable');
  await visit(browser, { fetch: bucket.fetch, onNetworkChange: network.onNetworkChange }, async (scope) => {
    await scope.avatar.put(picture('face'), small);
    await until(scope.avatar.state, (state) => state.kind === 'sending' && state.waitsFor === 'network');
    bucket.setServerState('locked');
    network.announce();
    await until(scope.avatar.state, (state) => state.kind === 'sending' && state.waitsFor === 'session');
    bucket.setServerState('ok');
    network.announce();
    await until(scope.avatar.state, ({ kind }) => kind === 'none');
    expect([...bucket.files.values()]).toEqual(['face', 'small']);
  });
});

const asPlainText = (status: number, words: string) =>
  new Response(words, { status, headers: { 'tus-resumable': '1.0.0' } });
it.each([
  ['POST', Response.json({ message: 'jwt expired' }, { status: 401 })],
  [
    'PATCH',
    Response.json({ statusCode: '403', error: 'Unauthorized', message: '"exp" claim check failed' }, { status: 400 }),
  ],
  ['PATCH', asPlainText(403, 'jwt expired')],
  ['check', Response.json({ message: 'Invalid JWT' }, { status: 401 })],
])('[SY-31] an upload continues with a renewed token after a refusal at %s', async (method, refusal) => {
  const browser = await newPerson();
  const bucket = openBucket();
  bucket.refusals.set(method, refusal);
  let renewals = 0;
  bucket.answers[renewalPath] = () => {
    renewals += 1;
    return renewed('ann');
  };
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await scope.avatar.put(picture('face'), small);
    const waits: unknown[] = [];
    scope.avatar.state.subscribe(() => waits.push(scope.avatar.state.get()));
    await until(scope.avatar.state, ({ kind }) => kind === 'none');
    expect(waits.filter((state) => Object(state).waitsFor)).toEqual([]);
    expect([...bucket.files.values()]).toEqual(['face', 'small']);
    expect([renewals, scope.isLocked.get()]).toEqual([1, false]);
  });
});

it.each([400, 401, 403])('[SY-31] a resumed upload renews the token after %s', async (status) => {
  const browser = await newPerson();
  const bucket = openBucket();
  bucket.setServerState('cut');
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await scope.avatar.put(picture('my face'), small);
    await until(scope.avatar.state, (state) => state.kind === 'sending' && state.waitsFor === 'network');
  });
  bucket.setServerState('ok');
  bucket.refusals.set('HEAD', new Response(null, { status }));
  bucket.answers[renewalPath] = () => renewed('ann');
  bucket.requests.length = 0;
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await until(scope.avatar.state, ({ kind }) => kind === 'none');
    await waitFor(() => expect([...bucket.files.values()]).toEqual(['my face', 'small']));
  });
  expect(bucket.requests.slice(0, 3)).toEqual([
    'HEAD Bearer token of ann',
    'HEAD Bearer new token of ann',
    'PATCH Bearer new token of ann',
  ]);
});

it('[SY-31] a new picture stays on the device while the session is over, and is uploaded after the next sign-in', async () => {
  const browser = await newPerson();
  const bucket = openBucket();
  bucket.refusals.set('PATCH', Response.json({ message: 'jwt expired' }, { status: 401 }));
  bucket.answers[renewalPath] = sessionIsOver;
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await scope.avatar.put(picture('face'), small);
    await until(scope.avatar.state, (state) => state.kind === 'sending' && state.waitsFor === 'session');
    expect(scope.isLocked.get()).toBe(true);
  });
  await signIn(browser, 'ann', { accessToken: 'token of the new sign-in' });
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await waitFor(async () => expect(await profileEdits(scope)).toHaveLength(1));
    expect([...bucket.files.values()]).toEqual(['face', 'small']);
  });
});

it('[SY-31] a picture under way is replaced by a newer picture, and only the newer one is queued', async () => {
  const browser = await newPerson();
  const [bucket, network] = [openBucket(), openNetwork()];
  bucket.setServerState('unreachable');
  let now = 1_800_000_000_000;
  const change = { fetch: bucket.fetch, onNetworkChange: network.onNetworkChange, now: () => now };
  await visit(browser, change, async (scope) => {
    await scope.avatar.put(picture('old face'), small);
    await until(scope.avatar.state, (state) => state.kind === 'sending' && state.waitsFor === 'network');
    now += 5;
    bucket.setServerState('ok');
    await scope.avatar.put(picture('new face'), small);
    await until(scope.avatar.state, ({ kind }) => kind === 'none');
    expect([...bucket.files.values()]).toEqual(['new face', 'small']);
    expect(await profileEdits(scope)).toEqual([['profile.update', 'ann/avatar_medium.jpg?v=1800000000005']]);
  });
});

it('[SY-31] a picture changes nothing in the profile if it is cancelled or replaced during its upload', async () => {
  const browser = await newPerson();
  const bucket = openBucket();
  let now = 1_800_000_000_000;
  await visit(browser, { fetch: bucket.fetch, now: () => now }, async (scope) => {
    const parts = () => bucket.requests.filter((request) => request.startsWith('PATCH')).length;
    const releaseDiscarded = bucket.hold();
    await scope.avatar.put(picture('not this face'), small);
    await waitFor(() => expect(parts()).toBe(1));
    await scope.avatar.discard();
    expect(scope.avatar.state.get()).toEqual({ kind: 'none' });
    releaseDiscarded();
    const releaseOld = bucket.hold();
    await scope.avatar.put(picture('old face'), small);
    await waitFor(() => expect(parts()).toBe(2));
    now += 5;
    await scope.avatar.put(picture('new face'), small);
    releaseOld();
    await until(scope.avatar.state, ({ kind }) => kind === 'none');
    expect([...bucket.files.values()]).toEqual(['new face', 'small']);
    expect(await profileEdits(scope)).toEqual([['profile.update', 'ann/avatar_medium.jpg?v=1800000000005']]);
  });
});

it('[SY-31] a picture that the server refuses is reported, also in the next visit, until it is discarded', async () => {
  const browser = await newPerson();
  const bucket = openBucket();
  bucket.setServerState('refusing');
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await scope.avatar.put(picture('no face'), small);
    await until(scope.avatar.state, ({ kind }) => kind === 'refused');
  });
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    const state = await until(scope.avatar.state, ({ kind }) => kind === 'refused');
    expect(state).toMatchObject({ message: 'Not a picture' });
    expect(await scope.avatar.isUnderWay()).toBe(false);
    await scope.avatar.discard();
    expect(scope.avatar.state.get()).toEqual({ kind: 'none' });
    expect(await profileEdits(scope)).toEqual([]);
  });
});

it('[SY-31] two tabs send a picture once', async () => {
  const browser = await newPerson();
  const [bucket, network] = [openBucket(), openNetwork()];
  bucket.setServerState('unreachable');
  const change = { fetch: bucket.fetch, onNetworkChange: network.onNetworkChange };
  await visit(browser, change, async (first) => {
    await first.avatar.put(picture('face'), small);
    await until(first.avatar.state, (state) => state.kind === 'sending' && state.waitsFor === 'network');
    await visit(browser, change, async (second) => {
      expect(await second.avatar.isUnderWay()).toBe(true);
      bucket.setServerState('ok');
      bucket.requests.length = 0;
      network.announce();
      for (const { avatar } of [first, second]) await until(avatar.state, ({ kind }) => kind === 'none');
      await waitFor(async () => expect(await second.avatar.isUnderWay()).toBe(false));
      expect([...bucket.files.values()]).toEqual(['face', 'small']);
      expect(bucket.requests).toEqual(
        ['POST', 'PATCH', 'POST', 'PATCH'].map((method) => `${method} Bearer token of ann`),
      );
      expect(await profileEdits(second)).toHaveLength(1);
    });
  });
});

it('[SY-19] a sign-out asks before it discards a picture under way, and deletes it with the person’s data', async () => {
  const browser = await newPerson();
  const bucket = openBucket();
  bucket.setServerState('unreachable');
  await visit(browser, { fetch: bucket.fetch, isOnline: () => false }, async (scope, client) => {
    await scope.avatar.put(picture('face'), small);
    expect(await client.auth.signOut({ discard: false })).toEqual({ kind: 'waiting', actions: 0, uploads: 1 });
    expect(await client.auth.signOut({ discard: true })).toEqual({ kind: 'signed-out' });
    await expect(scope.avatar.put(picture('late'), small)).rejects.toThrow('left the device');
  });
  bucket.setServerState('ok');
  await signIn(browser, 'ann');
  await visit(browser, { fetch: bucket.fetch }, async (scope) => {
    await until(scope.opening, ({ kind }) => kind === 'open');
    expect(await scope.avatar.isUnderWay()).toBe(false);
    expect([...bucket.files]).toEqual([]);
  });
});
