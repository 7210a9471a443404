import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join as pathOf } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { jpeg, mp3 } from '../../../sync/media/sample-files.ts';
import {
  uploadMethodNames,
  createUploadMethods,
  type SentFile,
} from '../../../supabase/tests/hostile/upload-methods.ts';
import { pictureBombs } from '../../../supabase/tests/hostile/picture-bombs.ts';
import { endlessSound, lyingSounds, MAX_SOUND_BYTES, repeated } from '../../../supabase/tests/hostile/sound-bombs.ts';
import { action } from '../../../supabase/tests/scene.ts';
import { liteProcesses } from '../../support/lite-processes.ts';
import { checkLedger } from '../invariants.ts';
import { countsText, type Report } from '../report.ts';
import { sendWild } from '../fuzz.ts';
import { KillableStack } from '../killable-stack.ts';
import { addPeople, nothingAccepted, send, unlockFeatures, type Person } from '../people.ts';
import { pollEndpoints } from './poll-endpoints.ts';
import type { EndpointTimes } from './endpoint-poller.ts';
import { rawBombs, requestBombs } from './request-bombs.ts';

const CONCURRENT_REQUESTS = 6;
/** Frames of an animated picture bomb. */
const FRAMES = 20_000;
/** Limit of the ratio of response times under bombs to those under the honest load. */
const MAX_RATIO = 5;
/** Response times below this never count as slow. */
const NO_WAIT_MS = 150;
/** MB that the server may take under bombs beyond its peak under the honest load. */
const MAX_GROWTH = 300;

/** Requests that `CONCURRENT_REQUESTS` workers send in order. */
type Load = readonly (() => Promise<void>)[];

/**
 * Sends hostile files, requests and frames. Meanwhile other people's requests may take at most `MAX_RATIO` times as long as under an honest
 * load, memory is bounded, and no refused file may stay.
 */
export async function sendBombs(): Promise<Report> {
  const stack = await KillableStack.open();
  const faults: string[] = [];
  const lines: string[] = [];
  try {
    const [neighbour, honest, ...hostile] = await addPeople(stack, 2 + uploadMethodNames.length * 4);
    if (!neighbour || !honest) throw new Error('there are no people');
    await stack.withDatabase((sql) => unlockFeatures(sql, [neighbour, honest, ...hostile]));
    const lites = liteProcesses(stack.pid);
    const outcomes: string[] = [];
    const quiet = await watch(stack, neighbour, [() => sleep(3_000)]);
    const ordinary = await watch(stack, neighbour, honestLoad(stack, honest, faults));
    const bombs = await watch(stack, neighbour, hostileLoad(stack, hostile, { outcomes, faults }));
    lines.push(`answered: ${countsText(outcomes)}`, ...compare(quiet.waits, ordinary.waits, bombs.waits, faults));
    lines.push(`the server held ${quiet.mb} MB, ${ordinary.mb} MB under honest bytes and ${bombs.mb} MB under bombs`);
    if (bombs.mb > ordinary.mb + MAX_GROWTH) faults.push(`the server grew to ${bombs.mb} MB`);
    if (String(liteProcesses(stack.pid)) !== String(lites)) faults.push('REST and Auth were restarted');
    faults.push(...(await strayFiles(stack)));
    const ledger = await stack.withDatabase(checkLedger);
    lines.push(ledger.line);
    faults.push(...ledger.faults);
  } finally {
    await stack.close();
  }
  return { lines, faults };
}

function honestLoad(stack: KillableStack, user: Person, faults: string[]): Load {
  const upload = createUploadMethods((path) => `${stack.url}/storage/v1/${path}`);
  const song = repeated(mp3({ frames: 100 }), MAX_SOUND_BYTES);
  const file = async (method: (typeof uploadMethodNames)[number], sent: Omit<SentFile, 'user'>) => {
    const [status, message] = await upload[method]({ ...sent, user: user.caller });
    if (status !== 200) faults.push(`an honest file was answered ${status} ${message}`);
  };
  const body = JSON.stringify({ p: { limit: 50, words: 'x'.repeat(1_900_000) } });
  const ask = async () => {
    const headers = { apikey: stack.keys.publishableKey, 'content-type': 'application/json' };
    await sendWild(portOf(stack), { method: 'POST', path: '/rest/v1/rpc/first_screen', headers, body });
  };
  return [
    ...uploadMethodNames.flatMap((method) => [
      ...Array.from(
        { length: 3 },
        (_, n) => () =>
          file(method, { bucket: 'tracks', name: `${user.id}/${method}-${n}.mp3`, bytes: song, mime: 'audio/mpeg' }),
      ),
      ...['covers', 'avatars'].map(
        (bucket) => () =>
          file(method, {
            bucket,
            name: `${user.id}/${method}.jpg`,
            bytes: jpeg({ width: 40, height: 30, before: [new Uint8Array(0)] }),
            mime: 'image/jpeg',
          }),
      ),
    ]),
    ...Array.from({ length: 100 }, () => ask),
  ];
}

function hostileLoad(
  stack: KillableStack,
  people: readonly Person[],
  { outcomes, faults }: { readonly outcomes: string[]; readonly faults: string[] },
): Load {
  const upload = createUploadMethods((path) => `${stack.url}/storage/v1/${path}`);
  const key = stack.keys.publishableKey;
  const port = portOf(stack);
  const recordOutcome = (name: string, status: number, answer: string, isOversized = false) => {
    outcomes.push(String(status || 'cut off'));
    if (status >= 500 || (status === 0 && !isOversized)) faults.push(`${name} was answered ${status}: ${answer}`);
  };
  const personOf = (n: number) => {
    const person = people[n % people.length];
    if (!person) throw new Error('there are no people');
    return person;
  };
  const sounds = [...lyingSounds(), ['endless.mp3', endlessSound()] as const];
  const pictures = pictureBombs(FRAMES);
  const files = uploadMethodNames.flatMap((method, at) => [
    ...sounds.map(([file, bytes], n) => async () => {
      const user = personOf(at * 4 + (n % 2));
      const name = `${user.id}/${method}-${file}`;
      const sent = await upload[method]({ user: user.caller, bucket: 'tracks', name, bytes, mime: 'audio/mpeg' });
      recordOutcome(`${file} by the method ${method}`, ...sent);
      if (sent[0] === 200) await createTrackFrom(user, name, `${file} by the method ${method}`);
      else if (![413, 415, 422].includes(sent[0])) faults.push(`${file} was answered ${sent.join(' ')}`);
    }),
    ...pictures.flatMap(({ file, mime, bytes, message }) =>
      ['covers', 'avatars'].map((bucket, n) => async () => {
        const user = personOf(at * 4 + 2 + n);
        const sent = await upload[method]({
          user: user.caller,
          bucket,
          name: `${user.id}/${method}-${file}`,
          bytes,
          mime,
        });
        recordOutcome(`${file} by the method ${method}`, ...sent);
        if (sent[0] !== 415 || sent[1] !== message) faults.push(`${file} of ${bucket} was answered ${sent.join(' ')}`);
      }),
    ),
  ]);
  const createTrackFrom = async (user: Person, path: string, name: string) => {
    const [outcome] = await send(
      user,
      [
        action('track.create', {
          track_id: crypto.randomUUID(),
          title: 'Night Bus',
          artist_name: 'Nina',
          genre: 'House',
          audio_path: path,
          cover_path: null,
          radio_opt_in: true,
          rights_confirmed: true,
        }),
      ],
      nothingAccepted(),
    );
    outcomes.push(String(outcome));
    if (outcome !== 'track_too_long') faults.push(`${name} became a track: ${outcome}`);
  };
  const requests = requestBombs(key, personOf(0).caller.token).map(({ name, isOversized, ...wild }) => async () => {
    const { status, answer } = await sendWild(port, wild);
    recordOutcome(name, status, answer, isOversized);
  });
  const raw = rawBombs(key).map(([name, bytes]) => async () => {
    const { status, answer } = await sendRaw(port, bytes);
    recordOutcome(name, status, answer, true);
  });
  return [...files, ...requests, ...raw, ...frameBombs(stack)];
}

/** WebSocket messages that are too large, too deeply nested or too many. The server may close or keep the connection. */
function frameBombs(stack: KillableStack): Load {
  const address = `${stack.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${stack.keys.publishableKey}&vsn=1.0.0`;
  const join = JSON.stringify({ topic: 'realtime:x', event: 'phx_join', payload: {}, ref: '1', join_ref: '1' });
  const messages: readonly (readonly string[])[] = [
    ['x'.repeat(30_000_000)],
    ['['.repeat(40_000)],
    [`{"topic":"realtime:x","event":"phx_join","ref":"1","payload":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    Array.from({ length: 20_000 }, () => join),
  ];
  return messages.map((texts) => async () => {
    const socket = new WebSocket(address, { perMessageDeflate: true });
    socket.on('error', () => undefined);
    await new Promise<void>((done) => {
      socket.once('close', () => done());
      socket.once('open', () => {
        for (const text of texts) socket.send(text);
        socket.close();
      });
    });
  });
}

/** Runs a load. Meanwhile `neighbour` sends requests. @returns the neighbour's response times, and the server's peak memory in MB */
async function watch(
  stack: KillableStack,
  neighbour: Person,
  load: Load,
): Promise<{ waits: EndpointTimes[]; mb: number }> {
  let isDone = false;
  let mb = 0;
  const poller = pollEndpoints(stack, neighbour);
  const sampleMemory = (async () => {
    for (; !isDone; await sleep(100)) mb = Math.max(mb, megabytesOf(stack));
  })();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let request; (request = load[next]) !== undefined;) {
      next += 1;
      await request();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, work)).finally(() => (isDone = true));
  const [waits] = await Promise.all([poller.stop(), sampleMemory]);
  return { waits, mb };
}

function compare(
  quiet: readonly EndpointTimes[],
  ordinary: readonly EndpointTimes[],
  bombs: readonly EndpointTimes[],
  faults: string[],
): string[] {
  for (const { faults: found } of [...quiet, ...ordinary, ...bombs]) faults.push(...found);
  return bombs.map(({ endpoint, ms }, n) => {
    const [alone, honest, bombed] = [quiet[n]?.ms ?? [], ordinary[n]?.ms ?? [], ms].map(percentile90);
    // Response times are whole milliseconds.
    const ratio = (bombed ?? 0) / Math.max(1, honest ?? 1);
    if (ratio > MAX_RATIO && (bombed ?? 0) > NO_WAIT_MS)
      faults.push(`${endpoint}: others waited ${ratio.toFixed(1)} times as long as under honest bytes`);
    const times = [alone, honest, bombed].map((time) => `${Math.round(time ?? 0)}`).join(', ');
    return `${endpoint}: nine of ten within ${times} ms (alone, under honest bytes, under bombs; ${ms.length} samples under bombs): ${ratio.toFixed(1)} times`;
  });
}

const percentile90 = (ms: readonly number[]): number => ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.9)] ?? 0;

async function strayFiles(stack: KillableStack): Promise<string[]> {
  const root = pathOf(stack.dataDir, 'storage');
  const rows = await stack.withDatabase((sql) => sql`select version from storage.objects`);
  const versions = new Set(rows.map((row) => String(row['version'])));
  return ['objects', 'incoming'].flatMap((folder) =>
    readdirSync(pathOf(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !versions.has(file.name))
      .map((file) => `the refused file ${folder}/${file.name} is stored`),
  );
}

function sendRaw(port: number, bytes: Buffer): Promise<{ status: number; answer: string }> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setEncoding('utf8').setTimeout(30_000, () => socket.destroy());
    socket.on('data', (part) => (answer += String(part)));
    socket.on('error', () => undefined);
    socket.once('close', () => done({ status: Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0), answer }));
    // Do not end the socket: a server need not answer a half-closed connection.
    socket.write(bytes);
  });
}

const portOf = ({ url }: KillableStack): number => Number(new URL(url).port);

function megabytesOf({ pid }: KillableStack): number {
  const kilobytes = [pid, ...liteProcesses(pid)].map((id) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process has ended.
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1000);
}
