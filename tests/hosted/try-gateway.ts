import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../supabase/local/http/free-port.ts';

export const NGINX = '/usr/sbin/nginx';

const supabase = fileURLToPath(new URL('../../supabase', import.meta.url));
const services = ['auth', 'rest', 'realtime', 'storage', 'functions'] as const;

/** A request as a service received it. */
interface Received {
  readonly service: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
}
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Runs the self-hosted gateway's configuration in nginx, with stand-ins for the services, and checks what reaches them. */
export async function tryGateway(): Promise<void> {
  const standIns = await Promise.all(services.map(startStandIn));
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent-gateway-'));
  const port = await freePort();
  let config = await readFile(join(supabase, 'self-hosted/gateway.conf'), 'utf8');
  const replace = (from: string | RegExp, to: string) => {
    assert.match(config, from instanceof RegExp ? from : new RegExp(from), `gateway.conf has ${String(from)}`);
    config = config.replace(from, to);
  };
  // Docker's name server and host names do not exist here, and Debian's nginx is too old for the image's `resolve`.
  replace(/^resolver .*$/m, '');
  for (const [index, name] of services.entries())
    replace(new RegExp(`server ${name}:\\d+ resolve;`), `server 127.0.0.1:${portOf(standIns[index])};`);
  replace('listen 8080;', `listen 127.0.0.1:${port};`);
  const nginx = await startNginx(folder, config, port);
  try {
    await check(`http://127.0.0.1:${port}`);
    console.log('The gateway sends each service what it needs.');
  } finally {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    for (const server of standIns) server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function check(gateway: string): Promise<void> {
  const routes = [
    ['POST', '/auth/v1/token?grant_type=password', 'auth', '/token?grant_type=password'],
    ['GET', '/rest/v1/tracks?title=eq.a%20b', 'rest', '/tracks?title=eq.a%20b'],
    ['PATCH', '/storage/v1/upload/resumable/abc', 'storage', '/upload/resumable/abc'],
    [
      'GET',
      '/storage/v1/object/public/tracks/one/night%20bus.mp3',
      'storage',
      '/object/public/tracks/one/night%20bus.mp3',
    ],
    ['POST', '/functions/v1/check-upload', 'functions', '/check-upload'],
  ] as const;
  for (const [method, path, service, url] of routes) {
    const { service: reached, url: seen, method: used } = received(await send(gateway + path, { method }));
    assert.deepEqual([reached, used, seen], [service, method, url]);
  }
  console.log('ok: each path reaches its service');

  const forged = {
    'x-forwarded-for': '198.51.100.1, 203.0.113.9',
    'cf-connecting-ip': '198.51.100.1',
    'sb-forwarded-for': '198.51.100.1',
    'x-forwarded-host': 'elsewhere.example.com',
    'x-forwarded-prefix': '/elsewhere',
  };
  for (const path of ['/auth/v1/signup', '/functions/v1/validate-beta-passcode', '/storage/v1/upload/resumable']) {
    const { headers } = received(await send(gateway + path, { headers: forged }));
    assert.equal(headers['x-forwarded-for'], '203.0.113.9', `${path} sees the address that the web server wrote`);
    for (const name of ['cf-connecting-ip', 'sb-forwarded-for', 'x-forwarded-host'])
      assert.equal(headers[name], undefined, `${path} sees no ${name}`);
    assert.equal(headers['x-forwarded-prefix'], path.startsWith('/storage/') ? '/storage/v1' : undefined);
  }
  console.log('ok: a client chooses neither its address nor the address of an upload');

  const preflight = await send(`${gateway}/auth/v1/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://music.example.com', 'access-control-request-headers': 'apikey,authorization' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['access-control-allow-headers'], 'apikey,authorization');
  const answer = await send(`${gateway}/rest/v1/tracks`, { headers: { origin: 'https://music.example.com' } });
  for (const { headers } of [preflight, answer]) assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(answer.headers['access-control-allow-credentials'], undefined);
  assert.match(String(answer.headers['access-control-expose-headers']), /Upload-Offset/);
  console.log('ok: the app may be at another origin');

  const upgraded = await upgrade(new URL(`${gateway}/realtime/v1/websocket?apikey=key&vsn=1.0.0`));
  assert.deepEqual(upgraded, {
    url: '/socket/websocket?apikey=key&vsn=1.0.0',
    host: 'realtime-dev.supabase-realtime',
    upgrade: 'websocket',
  });
  for (const path of [
    '/realtime/v1/api/tenants',
    '/realtime/v1/',
    '/realtime/v1/websocket/../api/tenants',
    '/auth/v1/../../realtime/v1/api/tenants',
    '/realtime/v1/%2e%2e/api/tenants',
    '/',
    '/pg/',
    '/admin',
  ])
    assert.equal((await send(gateway, { path })).status, 404, path);
  console.log('ok: of Realtime only the socket is reachable');

  const song = Buffer.alloc(50 * 1024 * 1024);
  assert.equal(
    received(await send(`${gateway}/storage/v1/object/tracks/a`, { method: 'POST', body: song })).bytes,
    song.length,
  );
  assert.equal(
    (await send(`${gateway}/rest/v1/tracks`, { method: 'POST', headers: { 'content-length': '70000000' } })).status,
    413,
  );
  console.log('ok: a file of 50 MB passes');

  assert.equal((await send(`${gateway}/healthz`)).status, 200);
}

async function startStandIn(service: string): Promise<Server> {
  const server = createServer((req, res) => {
    void buffer(req).then((body) => {
      const { method = '', url = '', headers } = req;
      // Services send CORS headers of their own. The gateway must not double them.
      res.setHeader('access-control-allow-origin', 'https://one.example.com');
      res.setHeader('access-control-allow-credentials', 'true');
      const seen: Received = { service, method, url, headers, bytes: body.length };
      return res.end(JSON.stringify(seen));
    });
  });
  server.on('upgrade', (req, socket) => {
    const { host, upgrade: protocol } = req.headers;
    const seen = JSON.stringify({ url: req.url, host, upgrade: protocol });
    socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${seen}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function startNginx(folder: string, config: string, port: number): Promise<ChildProcess> {
  // As root, nginx switches to another user for its workers.
  await chmod(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(file, `pid ${folder}/pid; error_log stderr; events {}\nhttp { ${temporary.join(' ')}\n${config}}\n`);
  const nginx = spawn(NGINX, ['-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const failed = Promise.all([text(nginx.stderr), once(nginx, 'exit')]).then(([output]) => output);
  for (;;) {
    const connected = await Promise.race([canConnect(port), failed]);
    if (connected === true) return nginx;
    if (connected !== false) throw new Error(`nginx did not start: ${connected}`);
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Sent unchanged; a URL would resolve the dots in its path. */
  readonly path?: string;
}

async function send(address: string, { method = 'GET', headers = {}, body, path }: Sent = {}): Promise<Answer> {
  const sent = request(address, { method, headers, ...(path === undefined ? {} : { path }) });
  // A request without its body is only answered if the gateway refuses it.
  if ('content-length' in headers) sent.flushHeaders();
  else sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  assert.ok(response);
  const answer = { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  sent.destroy();
  return answer;
}

function received({ status, body }: Answer): Received {
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

/** Requests a WebSocket. @returns the upgrade request as Realtime received it */
async function upgrade({ hostname, port, pathname, search }: URL): Promise<unknown> {
  const socket = connect(Number(port), hostname);
  const headers = 'Host: api.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket';
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n`);
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 101 /);
  return JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
}
