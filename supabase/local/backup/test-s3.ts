import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface TestS3 {
  /** Settings for `s3://music/…`. */
  readonly env: Record<string, string>;
  readonly directory: string;
  /** `answer` gets each request first. It returns true if it has answered in place of the service. */
  intercept(answer: (req: IncomingMessage, res: ServerResponse) => boolean): void;
  close(): Promise<void>;
}

/** The secret of the one key that the service knows. */
export const testSecret = 'S3RVER';

/** Checks a signature of version 4, which the service itself does not check. */
function isSigned({ method, url = '/', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=S3RVER\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
  const [path = '', query = ''] = url.split('?');
  const pairs = query.split('&').sort().join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}`);
  const canonical = [method, path, pairs, ...lines, '', names, headers['x-amz-content-sha256']].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${testSecret}`);
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  return signature === hmac(key, toSign).toString('hex');
}

/** Starts an S3 service that checks signatures, with an empty bucket `music`, behind a proxy that tests can control. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'undercurrent s3 '));
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'music' }],
  });
  const { port } = await service.run();
  let answer: (req: IncomingMessage, res: ServerResponse) => boolean = () => false;
  const proxy = createServer((req, res) => {
    if (answer(req, res)) return;
    if (!isSigned(req)) {
      req.resume();
      res.writeHead(403, { 'content-type': 'application/xml' });
      res.end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      return;
    }
    const { method, url, headers } = req;
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    forwarded.on('error', () => res.destroy());
    req.pipe(forwarded);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${address.port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: testSecret,
    },
    directory,
    intercept: (next) => (answer = next),
    async close() {
      proxy.closeAllConnections();
      await new Promise((done) => proxy.close(done));
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
