// The process of one load. It ends with its parent.
import { randomUUID } from 'node:crypto';
import { Agent, get, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { makeMp3 } from '../../../supabase/local/radio/sample-sound.ts';
import { STREAM_PATH } from '../../../supabase/local/radio/now-playing.ts';
import { sendFile } from '../../../sync/remote/send-file.ts';
import { addPeople, connectSubscribers, digestTopic, tokenOf } from '../realtime/subscribers.ts';
import type { FromLoad, LoadKind, LoadSettings, ToLoad } from './loads.ts';

const UPLOADERS = 5;
/** Largest size of an uploaded file. Each uploader sends one file after another until the load is stopped. */
const FILE_BYTES = 50_000_000;
const SOCKETS = 300;
const DIGEST_EVERY_MS = 5_000;
const RADIO_LISTENERS = 200;
/** Differs from the measuring process's address, because the server limits the sockets per address. */
const LOCAL_ADDRESS = '127.0.0.2';

interface Load {
  /** Works until `signal` aborts. @returns a description of the work done */
  run(signal: AbortSignal): Promise<string>;
}

const send = (message: FromLoad) => void process.send?.(message);
let load: Load | null = null;
let stop = new AbortController();
let running: Promise<string> | null = null;
process.on('message', (message: ToLoad) => void handle(message));
process.on('disconnect', () => process.exit(0));

async function handle(message: ToLoad): Promise<void> {
  if (message.kind === 'open') {
    load = await openers[message.settings.kind](message.settings);
    send({ kind: 'open' });
  } else if (message.kind === 'start') {
    stop = new AbortController();
    running = load?.run(stop.signal) ?? null;
  } else {
    stop.abort();
    send({ kind: 'stopped', work: (await running) ?? '' });
  }
}

const openers: Record<LoadKind, (settings: LoadSettings) => Promise<Load>> = {
  uploads: openUploads,
  sockets: openSockets,
  radio: async ({ url }) => openRadio(url),
};

async function openUploads({ url, keys }: LoadSettings): Promise<Load> {
  const minute = await makeMp3({ seconds: 60, tone: 440, bitrate: 128 });
  const blob = new Blob(
    Array.from({ length: Math.floor(FILE_BYTES / minute.length) }, () => new Uint8Array(minute)),
    {
      type: 'audio/mpeg',
    },
  );
  const sql = postgres(keys.databaseUrl, { max: 1, onnotice: () => undefined });
  const people = await addPeople(sql, UPLOADERS);
  await sql.end();
  return {
    async run(signal) {
      let bytes = 0;
      const upload = async (person: string) => {
        const headers = { authorization: `Bearer ${tokenOf(person, keys.jwtSecret)}` };
        const endpoint = { fetch, address: `${url}/storage/v1/upload/resumable`, headers: async () => headers };
        let sent = 0;
        while (!signal.aborted) {
          const path = `${person}/${randomUUID()}.mp3`;
          const onProgress = (now: number) => (sent = now);
          const file = { bucket: 'tracks' as const, path, blob, tusUrl: null };
          sent = 0;
          const result = await sendFile(endpoint, file, { signal, onAddress: async () => undefined, onProgress }).catch(
            (error: unknown) => {
              if (!signal.aborted) throw error;
            },
          );
          bytes += sent;
          if (result && result.kind !== 'up') throw new Error(JSON.stringify(result));
          await fetch(`${url}/storage/v1/object/tracks/${path}`, { method: 'DELETE', headers });
        }
      };
      await Promise.all(people.map(upload));
      return `${Math.round(bytes / 1e6)} MB uploaded`;
    },
  };
}

async function openSockets({ url, keys }: LoadSettings): Promise<Load> {
  const sql = postgres(keys.databaseUrl, { max: 2, onnotice: () => undefined });
  const topic = await digestTopic(sql);
  const people = await addPeople(sql, SOCKETS);
  const agent = new Agent({ localAddress: LOCAL_ADDRESS });
  return {
    async run(signal) {
      let digests = 0;
      const started = performance.now();
      const subscribers = await connectSubscribers({ url, keys }, people, () => ({ topic }), agent);
      const joinedMs = performance.now() - started;
      const hearAll = async (subscriber: (typeof subscribers)[number]) => {
        for (; !signal.aborted; digests += 1) await subscriber.next();
      };
      for (const subscriber of subscribers) void hearAll(subscriber);
      while (!signal.aborted) {
        await sql`update public.tracks set play_count = play_count + 1`;
        await sleep(DIGEST_EVERY_MS, null, { signal }).catch(() => undefined);
      }
      for (const subscriber of subscribers) subscriber.close();
      return `joined in ${Math.round(joinedMs)} ms, ${(digests / SOCKETS).toFixed(1)} digests each`;
    },
  };
}

function openRadio(url: string): Load {
  const agent = new Agent({ localAddress: LOCAL_ADDRESS });
  return {
    async run(signal) {
      let bytes = 0;
      const requests: ClientRequest[] = [];
      for (let number = 0; number < RADIO_LISTENERS; number += 1) {
        const request = get(`${url}/radio${STREAM_PATH}`, { agent }, (response) => {
          response.on('data', (part: Buffer) => (bytes += part.length));
          response.on('error', () => undefined);
        });
        request.on('error', (error) => {
          if (!signal.aborted) throw error;
        });
        requests.push(request);
      }
      await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
      for (const request of requests) request.destroy();
      return `${Math.round(bytes / 1e6)} MB of radio`;
    },
  };
}
