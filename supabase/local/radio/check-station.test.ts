import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentPolicy } from '../app/content-policy.ts';
import { checkStation } from './check-station.ts';

let body: unknown;
let status = 200;
const server = createServer((_, res) => {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
});
let radioUrl: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  radioUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => void server.close());

const streaming = (listen_url: string) => [{ station: { listen_url, mounts: [] } }];

it('accepts a stream on any port of the host, as the content security policy does', async () => {
  for (const url of [`${radioUrl}/listen/x/radio.mp3`, 'http://127.0.0.1:8000/radio.mp3', '/listen/x/radio.mp3']) {
    body = streaming(url);
    expect([url, await checkStation(radioUrl)]).toEqual([url, []]);
  }
  const policy = contentPolicy('', 'music.example', 'https://radio.example.com');
  expect(policy).toContain("media-src 'self' blob: https://music.example https://radio.example.com:*;");
  expect(policy).toMatch(/connect-src [^;]*https:\/\/radio\.example\.com:\*/);
});

it('names a stream that the app may not play, and the AzuraCast setting to change', async () => {
  body = streaming('http://stream.example.com:8000/radio.mp3');
  expect(await checkStation(radioUrl)).toEqual([
    expect.stringMatching(
      /^RADIO_URL: the station streams from stream\.example\.com:8000, .*'Use Web Proxy for Radio'/,
    ),
  ]);
});

it("reports a missing station, or one not in AzuraCast's format", async () => {
  body = { hello: 'world' };
  expect(await checkStation(radioUrl)).toEqual([expect.stringMatching(/not answer in the form of AzuraCast/)]);
  status = 502;
  expect(await checkStation(radioUrl)).toEqual([expect.stringMatching(/could not be read \(it answered 502\)/)]);
  status = 200;
});
