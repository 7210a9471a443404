import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BackupPlace } from './backup-place.ts';
import { openS3Place } from './s3-place.ts';
import { readS3Settings } from './s3-settings.ts';
import { openStoredBackups } from './stored-backups.ts';
import { startTestS3, type TestS3 } from './test-s3.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.close());
afterEach(() => s3.intercept(() => false));

const placeAt = (address: string, env: Record<string, string> = {}): BackupPlace =>
  openS3Place(readS3Settings(address, { ...s3.env, ...env }), 1);
const text = (content: Uint8Array | null) => content && Buffer.from(content).toString('utf8');

it.each(['plain', 'two/levels', 'Größe (1)+[2]=3 ~,;!*', 'ドラム/音'])(
  'stores objects under the prefix %s, and does not see objects under another prefix',
  async (prefix) => {
    const place = placeAt(`s3://music/${prefix}`);
    const other = placeAt(`s3://music/${prefix} 2`);
    await place.put('parts/aa/one', Buffer.from('first'));
    await other.put('parts/aa/two', Buffer.from('second'));
    expect([...(await place.list('parts/'))].map(([key, { bytes }]) => [key, bytes])).toEqual([['parts/aa/one', 5]]);
    expect([text(await place.get('parts/aa/one')), await place.get('parts/aa/two')]).toEqual(['first', null]);
    await place.remove('parts/aa/one');
    expect([(await place.list('')).size, (await other.list('')).size]).toEqual([0, 1]);
  },
);

it('lists more keys than one page of the service has', async () => {
  const keys = Array.from({ length: 2100 }, (_, n) => `parts/${n}`);
  // The test's service cannot make a second page on current versions of Node.
  s3.intercept((req, res) => {
    const query = new URL(req.url ?? '/', 'http://s3').searchParams;
    const at = Number(query.get('continuation-token')?.replace('+/=', '') ?? 0);
    const page = keys.slice(at, at + Number(query.get('max-keys')));
    const next =
      at + page.length < keys.length ? `<NextContinuationToken>+/=${at + page.length}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>many/${key}</Key><Size>7</Size></Contents>`).join('');
    const body = `<ListBucketResult>${contents}<IsTruncated>${next !== ''}</IsTruncated>${next}</ListBucketResult>`;
    res.writeHead(200, { 'content-type': 'application/xml' }).end(body);
    return true;
  });
  expect([...(await placeAt('s3://music/many').list('parts/')).keys()]).toEqual(keys);
});

it('retries a request after a network error or a 503, and not after a 403', async () => {
  const place = placeAt('s3://music/retries');
  let failures = 0;
  s3.intercept((req, res) => {
    if (failures === 3) return false;
    failures += 1;
    req.resume();
    if (failures === 1) res.destroy();
    else
      res
        .writeHead(503, { 'content-type': 'application/xml; charset=utf-8' })
        .end('<Error><Code>SlowDown</Code></Error>');
    return true;
  });
  await place.put('one', Buffer.from('kept'));
  expect([failures, text(await place.get('one'))]).toEqual([3, 'kept']);
  let requests = 0;
  s3.intercept((req, res) => {
    requests += 1;
    req.resume();
    res.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>');
    return true;
  });
  await expect(place.get('one')).rejects.toThrow('The key may not use bucket music');
  expect(requests).toBe(1);
});

it('fails instead of taking half an object, when the connection breaks off each time', async () => {
  const place = placeAt('s3://music/broken');
  s3.intercept((_, res) => {
    res.writeHead(200, { 'content-length': '1000' }).write('half', () => res.destroy());
    return true;
  });
  await expect(place.get('one')).rejects.toThrow('cannot be reached');
});

it('sends Content-MD5, and none of the checksum headers that some services do not know', async () => {
  const seen: NodeJS.Dict<string | string[]>[] = [];
  s3.intercept((req) => {
    if (req.method === 'PUT') seen.push(req.headers);
    return false;
  });
  await placeAt('s3://music/headers').put('one', Buffer.from('kept'));
  expect(seen[0]?.['content-md5']).toBe('TYtghPPRZ7dsrGaiKpG+Ag==');
  expect(Object.keys(seen[0] ?? {}).filter((name) => /checksum|sdk/.test(name))).toEqual([]);
});

it('gives a prefix to only one of two installations that claim it at the same time', async () => {
  const stored = new Map<string, Buffer>();
  // Stands in for a service that supports If-None-Match; the test's service does not.
  s3.intercept((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const key = req.url ?? '';
      const content = stored.get(key);
      if (req.method === 'GET') return content ? res.end(content) : res.writeHead(404).end();
      if (content && req.headers['if-none-match'] === '*')
        return res
          .writeHead(412, { 'content-type': 'application/xml' })
          .end('<Error><Code>PreconditionFailed</Code></Error>');
      stored.set(key, Buffer.concat(chunks));
      return res.end();
    });
    return true;
  });
  const ends = await Promise.allSettled(
    ['one', 'two'].map((id) => openStoredBackups(placeAt('s3://music/race')).claim(id)),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('has the backups of another installation') },
  });
});

it.each([
  ['If-None-Match is refused', 501],
  ['If-None-Match is ignored', null],
])('claims a prefix for one installation where %s', async (_, status) => {
  s3.intercept((req, res) => {
    if (status === null || req.headers['if-none-match'] === undefined) return false;
    req.resume();
    res.writeHead(status, { 'content-type': 'application/xml' }).end('<Error><Code>NotImplemented</Code></Error>');
    return true;
  });
  const backups = openStoredBackups(placeAt(`s3://music/claim ${status}`));
  await backups.claim('one');
  await backups.claim('one');
  await expect(backups.claim('two')).rejects.toThrow('another installation');
});

const answers: readonly (readonly [name: string, status: number, body: string, words: RegExp])[] = [
  ['an unknown key', 403, '<Code>InvalidAccessKeyId</Code>', /does not know the key of AWS_ACCESS_KEY_ID/],
  [
    'another region',
    400,
    '<Code>AuthorizationHeaderMalformed</Code><Region>eu-central-1</Region>',
    /set AWS_REGION=eu-central-1/,
  ],
  [
    'a redirect to another region',
    301,
    '<Code>PermanentRedirect</Code>',
    /is in another region than AWS_REGION, us-east-1/,
  ],
  [
    'a wrong clock',
    403,
    '<Code>RequestTimeTooSkewed</Code><ServerTime>2026-11-28T12:00:00Z</ServerTime>',
    /The clock of this machine says .*there it is 2026-11-28T12:00:00Z\. Set the clock by a time server/,
  ],
  ['a full storage', 507, '<Code>XMinioStorageFull</Code>', /is full \(XMinioStorageFull\)/],
  ['a quota', 403, '<Code>QuotaExceeded</Code>', /is full \(QuotaExceeded\).*raise the quota/],
  ['something else', 418, 'tea', /answers 418 for bucket music/],
];

it.each(answers)(
  'names %s and its remedy, without the text of the answer, which may name keys',
  async (_, status, body, words) => {
    s3.intercept((req, res) => {
      req.resume();
      const secrets = '<AWSAccessKeyId>S3RVER</AWSAccessKeyId><StringToSign>secret</StringToSign>';
      res.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error>${body}${secrets}</Error>`);
      return true;
    });
    const failure = await placeAt('s3://music/answers')
      .list('')
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'StartError', message: expect.stringMatching(words) });
    expect(String(failure)).not.toMatch(/S3RVER|secret|delete/i);
  },
);

it('says whether the bucket is missing, the secret is wrong, the host name is unknown, or the machine does not answer', async () => {
  await expect(placeAt('s3://nowhere/x').list('')).rejects.toThrow('There is no bucket nowhere at http://127.0.0.1');
  const wrongSecret = placeAt('s3://music/x', { AWS_SECRET_ACCESS_KEY: 'a-wrong-secret' });
  await expect(wrongSecret.list('')).rejects.toThrow('AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID');
  await expect(
    placeAt('s3://music/x', { AWS_ENDPOINT_URL_S3: 'https://s3.undercurrent.invalid' }).list(''),
  ).rejects.toThrow('The name of https://s3.undercurrent.invalid is not found. Check the network');
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const address = closed.address();
  await new Promise((done) => closed.close(done));
  const port = typeof address === 'object' ? address?.port : 0;
  await expect(placeAt('s3://music/x', { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` }).list('')).rejects.toThrow(
    'cannot be reached (ECONNREFUSED)',
  );
});

it('refuses malformed settings without repeating keys', () => {
  const read =
    (address: string, env: Record<string, string> = {}) =>
    () =>
      readS3Settings(address, { ...s3.env, ...env });
  expect(read('s3://key:hidden@music/x')).toThrow(/must have the form s3:\/\/BUCKET\/PREFIX\. (?!.*hidden)/);
  expect(read("s3://music/it's")).toThrow('may not have any of');
  expect(read('s3://music', { AWS_SECRET_ACCESS_KEY: '' })).toThrow(
    'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  );
  expect(read('s3://music', { AWS_ENDPOINT_URL_S3: 's3.example.com' })).toThrow('must be an address like https://');
  expect(readS3Settings('s3://music//a/b/', { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' })).toMatchObject({
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    prefix: 'a/b/',
  });
});
