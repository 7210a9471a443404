// Runs in a separate process, so that the attacker's own load does not count as response time. `poll-endpoints.ts`
// starts it.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { png } from '../../../sync/media/sample-files.ts';

/** The poller's own loopback address, so that it shares no rate limit with the attacker. */
const FROM = '127.0.2.1';
const PAUSE_MS = 100;
const TIMEOUT_MS = 20_000;

export interface EndpointTimes {
  readonly endpoint: string;
  readonly ms: number[];
  readonly faults: string[];
}

interface PolledRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface PollerOptions {
  readonly url: string;
  readonly apikey: string;
  readonly id: string;
  readonly token: string;
}

async function requestInLoop(
  { url, apikey, id, token }: PollerOptions,
  isStopped: () => boolean,
): Promise<EndpointTimes[]> {
  const file = `covers/${id}/neighbour.png`;
  const sent: PolledRequest = {
    method: 'POST',
    path: `/storage/v1/object/${file}`,
    headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'image/png', 'x-upsert': 'true' },
    body: png({ width: 8, height: 8 }),
  };
  const endpoints: Readonly<Record<string, PolledRequest>> = {
    health: { path: '/healthz' },
    pages: { path: '/' },
    rest: { path: '/rest/v1/genres?limit=1', headers: { apikey } },
    auth: { path: '/auth/v1/settings', headers: { apikey } },
    radio: { path: '/radio/api/nowplaying' },
    functions: { path: '/functions/v1/radio-playlist' },
    'files read': { path: `/storage/v1/object/public/${file}` },
    'files sent': sent,
  };
  await sendRequest(url, sent);
  const poll = async ([endpoint, polled]: [string, PolledRequest]): Promise<EndpointTimes> => {
    const waits: EndpointTimes = { endpoint, ms: [], faults: [] };
    while (!isStopped()) {
      const startedAt = performance.now();
      const status = await sendRequest(url, polled);
      waits.ms.push(performance.now() - startedAt);
      if (status !== 200) waits.faults.push(`${endpoint}: another person was answered ${status || 'nothing'}`);
      await sleep(PAUSE_MS);
    }
    return waits;
  };
  return await Promise.all(Object.entries(endpoints).map(poll));
}

function sendRequest(url: string, { method = 'GET', path, headers = {}, body }: PolledRequest): Promise<number> {
  return new Promise((done) => {
    const { hostname, port } = new URL(url);
    const options = { host: hostname, port, localAddress: FROM, method, path, headers, timeout: TIMEOUT_MS };
    const req = request({ ...options, agent: false }, (res) => {
      res.resume().once('close', () => done(res.statusCode ?? 0));
    });
    req.on('timeout', () => req.destroy());
    req.on('error', () => done(0));
    req.end(body);
  });
}

const me: PollerOptions = JSON.parse(process.argv[2] ?? '');
let isStopped = false;
process.once('message', () => (isStopped = true));
const waits = await requestInLoop(me, () => isStopped);
process.send?.(waits, () => process.disconnect());
