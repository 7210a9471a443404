import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FromLite, LiteAnswer, LiteRequest, LiteSettings, OutgoingMail, ToLite } from './lite-messages.ts';

/** Old space of its heap, in MB. An answer of REST has at most 1,000 rows. */
const MOST_MEMORY = 384;
/** Nothing that a request asks changes what all objects share, and nothing reaches a prototype by `__proto__`. */
const HARDENED = ['--frozen-intrinsics', '--disable-proto=throw', '--disable-warning=ExperimentalWarning'];
/** ms between two questions whether it still answers, and after which it is taken for hung. */
const PING_EVERY_MS = 1_000;
const HUNG_AFTER_MS = 15_000;
/** ms after which a request is given up that waits for a process to be there. */
const WAIT_FOR_PROCESS_MS = 10_000;
/** ms before a spare process is made: a burst at the start goes before. */
const SPARE_AFTER_MS = 3_000;
/** ms that a stop waits for what is under way. */
const STOP_WITHIN_MS = 2_000;
/** A process that lived shorter, in ms, is followed by the next after this pause. */
const SHORT_LIFE_MS = 1_000;

export interface KeepLiteOptions {
  readonly settings: LiteSettings;
  /** Keeps a mail that a request (the object that was given to `ask`) sends. */
  readonly deliver: (mail: OutgoingMail, request: LiteRequest) => Promise<void>;
  /** Takes one line of trouble. */
  readonly log: (line: string) => void;
  /** Names a request in the log, e.g. by its id. */
  readonly nameOf: (request: LiteRequest) => string;
  /** Whether a second process waits, its code loaded, to take the place of one that ends. */
  readonly hasSpare: boolean;
}

export interface Lite {
  /**
   * Asks @supabase/lite.
   *
   * @throws LiteGone when its process ended before it answered: the effect of the request is not known then
   */
  ask(request: LiteRequest): Promise<LiteAnswer>;
  close(): Promise<void>;
}

/** The process of REST and Auth ended, or could not be started. */
export class LiteGone extends Error {
  override readonly name = 'LiteGone';
}

interface Asked {
  readonly request: LiteRequest;
  readonly resolve: (answer: LiteAnswer) => void;
  readonly reject: (error: LiteGone) => void;
}

/**
 * Runs @supabase/lite in a process of its own with frozen intrinsics and a memory limit, and starts it again at once when it ends or
 * hangs. Nothing else of the server notices: requests that were under way fail, those that come meanwhile wait for the next process.
 */
export function keepLite({ settings, deliver, log, nameOf, hasSpare }: KeepLiteOptions): Lite {
  let isClosed = false;
  let spare: ChildProcess | null = null;
  let current = begin();

  /** A process that serves, and what it has been asked. */
  function begin() {
    const child = spare && spare.connected ? spare : spawn(log);
    spare = null;
    const startedAt = Date.now();
    const asked = new Map<number, Asked>();
    let last = 0;
    let why: string | null = null;
    let heardAt = Date.now();
    let ready: () => void;
    const isReady = new Promise<void>((done) => (ready = done));
    const tell = (message: ToLite) => {
      if (child.connected) child.send(message, () => undefined);
    };

    const mail = async (message: FromLite & { kind: 'mail' }) => {
      const request = asked.get(message.requestId)?.request;
      try {
        if (request) await deliver(message.mail, request);
        tell({ kind: 'mailed', id: message.id, isKept: request !== undefined });
      } catch (error) {
        log(`A mail could not be kept: ${String(error)}`);
        tell({ kind: 'mailed', id: message.id, isKept: false });
      }
    };
    child.on('message', (message: FromLite) => {
      heardAt = Date.now();
      if (message.kind === 'ready') {
        ready();
        if (hasSpare) setTimeout(makeSpare, SPARE_AFTER_MS).unref();
      } else if (message.kind === 'answer') {
        asked.get(message.id)?.resolve(message.answer);
        asked.delete(message.id);
      } else if (message.kind === 'mail') void mail(message);
      else if (message.kind === 'broken') {
        const request = asked.get(message.requestId ?? 0)?.request;
        why = `${request ? `${nameOf(request)} broke it` : 'it broke'}: ${message.error}`;
      }
    });
    let pinged = Date.now();
    const pings = setInterval(() => {
      // This process itself may have stood still: only what was asked meanwhile counts.
      const isLate = Date.now() - pinged > 2 * PING_EVERY_MS;
      pinged = Date.now();
      if (isLate) heardAt = pinged;
      if (pinged - heardAt > HUNG_AFTER_MS) {
        why ??= 'it did not answer any more';
        child.kill('SIGKILL');
      }
      tell({ kind: 'ping' });
    }, PING_EVERY_MS);
    pings.unref();
    const ended = new Promise<void>((done) => {
      child.once('exit', (code, signal) => {
        clearInterval(pings);
        done();
        const underWay = [...asked.values()];
        asked.clear();
        if (!isClosed) {
          const names =
            underWay.length > 0 ? ` Under way: ${underWay.map(({ request }) => nameOf(request)).join(', ')}.` : '';
          log(`REST and Auth ended (${why ?? signal ?? `exit code ${code}`}) and are started again.${names}`);
          void follow(Date.now() - startedAt);
        }
        for (const { reject } of underWay) reject(new LiteGone('The process of REST and Auth ended.'));
      });
    });
    tell({ kind: 'start', settings });
    return {
      child,
      isReady,
      ended,
      ask: (request: LiteRequest) =>
        new Promise<LiteAnswer>((resolve, reject) => {
          if (!child.connected) return reject(new LiteGone('The process of REST and Auth ended.'));
          last += 1;
          asked.set(last, { request, resolve, reject });
          tell({ kind: 'request', id: last, request });
        }),
    };
  }

  async function follow(livedMs: number): Promise<void> {
    if (livedMs < SHORT_LIFE_MS) await sleep(SHORT_LIFE_MS - livedMs, undefined, { ref: false });
    if (!isClosed) current = begin();
  }

  function makeSpare(): void {
    if (isClosed || spare) return;
    const child = spawn(log);
    spare = child;
    child.once('exit', () => {
      if (spare === child) spare = null;
    });
  }

  return {
    async ask(request) {
      const until = Date.now() + WAIT_FOR_PROCESS_MS;
      for (;;) {
        if (isClosed) throw new LiteGone('REST and Auth are closed.');
        const asked = current;
        const isReady = await Promise.race([
          asked.isReady.then(() => true),
          asked.ended.then(() => false),
          sleep(Math.max(0, until - Date.now()), false, { ref: false }),
        ]);
        if (isReady && asked.child.connected) return await asked.ask(request);
        if (Date.now() >= until) throw new LiteGone('REST and Auth did not start in time.');
        // Its place is taken right after its end, or after a short pause.
        if (asked === current) await sleep(20, undefined, { ref: false });
      }
    },
    async close() {
      isClosed = true;
      if (spare) spare.kill('SIGKILL');
      const { child, ended } = current;
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function spawn(log: (line: string) => void): ChildProcess {
  const child = fork(fileURLToPath(new URL('./lite-process.mjs', import.meta.url)), [], {
    execArgv: [...HARDENED, `--max-old-space-size=${MOST_MEMORY}`],
    // It is told what it needs; secrets of the environment are none of it.
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], TZ: process.env['TZ'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Without a listener a process that cannot be started, or a pipe that breaks, would end this one.
  child.on('error', (error) => log(`REST and Auth: ${error.message}`));
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${said}${text}`.split('\n');
    said = (lines.pop() ?? '').slice(0, 10_000);
    for (const line of lines) if (line.trim() !== '') log(`REST and Auth: ${line}`);
  });
  return child;
}
