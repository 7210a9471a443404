import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { STREAM_PATH } from '../../../supabase/local/radio/now-playing.ts';
import { openSubscribers } from '../realtime/subscribers.ts';
import type { PartsScene } from './scene.ts';

const PAGE_EVERY_MS = 50;
const CHANGE_EVERY_MS = 250;
/** Parts of the stream that arrive within this time count as one. */
const SAME_PART_MS = 50;

/** In ms. */
export type Samples = readonly number[];

export interface Probes {
  measure(forMs: number): Promise<{
    /** Loading times of a page of the server. */
    readonly page: Samples;
    /** Loading times of the same page from a separate process that serves nothing else (control.ts). */
    readonly control: Samples;
    /** From the statement of a person's change to its arrival at the person's socket. */
    readonly message: Samples;
    /** Between two parts of the radio's stream. */
    readonly streamGap: Samples;
  }>;
  close(): Promise<void>;
}

/** Loads pages, changes rows of a person who listens for them, and hears the radio. */
export async function openProbes({ server, keys, sql }: PartsScene): Promise<Probes> {
  const agent = new Agent({ keepAlive: true });
  const access = { stack: { url: server.url, keys }, sql };
  const [subscriber] = await openSubscribers(access, 1, (id) => ({ table: 'zap_actions', filter: `user_id=eq.${id}` }));
  if (!subscriber) throw new Error('There is no subscriber');
  const heartbeat = setInterval(() => subscriber.beat(), 25_000);
  const stream = await hearRadio(`${server.url}/radio${STREAM_PATH}`);

  const control = fork(fileURLToPath(new URL('control.ts', import.meta.url)));
  const [controlUrl] = await once(control, 'message');

  const timePage = async (origin: string): Promise<number> => {
    const started = performance.now();
    await readPage(`${origin}/explore`, agent);
    return performance.now() - started;
  };
  const timeMessage = async (): Promise<number> => {
    const received = subscriber.next();
    const started = performance.now();
    await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
              values (${subscriber.id}, 'zap', 1, current_date)`;
    await received;
    return performance.now() - started;
  };
  return {
    async measure(forMs) {
      const until = performance.now() + forMs;
      // Requests start on time, even if earlier ones are not answered.
      const loadPages = async (origin: string) => {
        const pages: Promise<number>[] = [];
        for (; performance.now() < until; await sleep(PAGE_EVERY_MS)) pages.push(timePage(origin));
        return await Promise.all(pages);
      };
      const changeRows = async () => {
        const times: number[] = [];
        for (; performance.now() < until; await sleep(CHANGE_EVERY_MS)) times.push(await timeMessage());
        return times;
      };
      const [page, pageAlone, message, streamGap] = await Promise.all([
        loadPages(server.url),
        loadPages(String(controlUrl)),
        changeRows(),
        stream.gaps(forMs),
      ]);
      return { page, control: pageAlone, message, streamGap };
    },
    async close() {
      clearInterval(heartbeat);
      subscriber.close();
      stream.close();
      agent.destroy();
      control.disconnect();
    },
  };
}

function readPage(url: string, agent: Agent): Promise<void> {
  return new Promise((done, fail) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br' };
    get(url, { agent, headers }, (response) => {
      response.resume().once('error', fail);
      response.once('end', () =>
        response.statusCode === 200 ? done() : fail(new Error(`page: ${response.statusCode}`)),
      );
    }).once('error', fail);
  });
}

async function hearRadio(url: string) {
  const response = await whenOnAir(url);
  let gaps: number[] = [];
  let lastAt = performance.now();
  response.on('data', () => {
    const gap = performance.now() - lastAt;
    if (gap < SAME_PART_MS) return;
    gaps.push(gap);
    lastAt += gap;
  });
  let hasEnded = false;
  response.once('close', () => (hasEnded = true));
  return {
    async gaps(forMs: number): Promise<Samples> {
      gaps = [];
      await sleep(forMs);
      if (hasEnded) throw new Error('The radio stream ended.');
      return [...gaps, performance.now() - lastAt];
    },
    close: () => response.destroy(),
  };
}

/** The station looks for its first track every 2 s. */
async function whenOnAir(url: string): Promise<IncomingMessage> {
  for (;;) {
    const response = await new Promise<IncomingMessage>((done, fail) => get(url, done).once('error', fail));
    if (response.statusCode === 200) return response;
    response.resume();
    await sleep(500);
  }
}
