import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromLite, LiteAnswer, LiteRequest, LiteSettings, OutgoingMail, ToLite } from './lite-messages.ts';

/** Old space of its heap, in MB. An answer of REST has at most 1,000 rows. */
const MOST_MEMORY = 384;
/** Nothing that a request asks changes what all objects share, and nothing reaches a prototype by `__proto__`. */
const HARDENED = ['--frozen-intrinsics', '--disable-proto=throw', '--disable-warning=ExperimentalWarning'];
const PING_EVERY_MS = 1_000;
/** ms in which its code is loaded, however much else the machine has to do; it hears nothing meanwhile. */
const LOAD_WITHIN_MS = 60_000;

/** There is no answer: `lost` when the process ended over the request, `not taken` when it never began with it. */
export class LiteGone extends Error {
  override readonly name = 'LiteGone';
  constructor(readonly outcome: 'lost' | 'not taken') {
    super(outcome === 'lost' ? 'The process of REST and Auth ended.' : 'REST and Auth are not running.');
  }
}

export interface LiteChildOptions {
  /** Keeps a mail that a request (the object that was given to `ask`) sends. */
  readonly deliver: (mail: OutgoingMail, request: LiteRequest) => Promise<void>;
  /** Takes one line of trouble. */
  readonly log: (line: string) => void;
  /** Names a request in the log, e.g. by its id. */
  readonly nameOf: (request: LiteRequest) => string;
  /** ms of silence after which a process that serves is taken for hung, and ended. */
  readonly hungAfterMs: number;
}

interface Asked {
  readonly request: LiteRequest;
  /** The process has begun with it: if it ends now, nobody knows what has become of the request. */
  isTaken: boolean;
  readonly resolve: (answer: LiteAnswer) => void;
  readonly reject: (error: LiteGone) => void;
}

/** One process of @supabase/lite, from its start to its end. It loads its code at once, and serves once it has its settings. */
export class LiteChild {
  state: 'loading' | 'starting' | 'ready' | 'ended' = 'loading';
  /** Resolves when it serves, or never will. */
  readonly settled: Promise<void>;
  /** Resolves with why it ended, and what was under way. */
  readonly ended: Promise<string>;
  readonly #options: LiteChildOptions;
  readonly #process: ChildProcess;
  readonly #asked = new Map<number, Asked>();
  #settle: () => void = () => undefined;
  #last = 0;
  #heardAt = 0;
  #broken: string | null = null;

  constructor(options: LiteChildOptions) {
    this.#options = options;
    this.#process = spawn(options.log);
    this.settled = new Promise((done) => (this.#settle = done));
    this.#process.on('message', (message: FromLite) => this.#hear(message));
    this.ended = endOf(this.#process).then((how) => this.#end(how));
  }

  /** Has it serve. */
  start(settings: LiteSettings): void {
    if (this.state === 'loading') this.state = 'starting';
    this.#tell({ kind: 'start', settings });
    this.#watch();
  }

  /** @throws LiteGone when there is no answer */
  ask(request: LiteRequest): Promise<LiteAnswer> {
    return new Promise((resolve, reject) => {
      if (this.state !== 'ready' || !this.#process.connected) return reject(new LiteGone('not taken'));
      this.#last += 1;
      this.#asked.set(this.#last, { request, isTaken: false, resolve, reject });
      this.#tell({ kind: 'request', id: this.#last, request });
    });
  }

  /** Lets it end what is under way, for so many ms. */
  async close(withinMs: number): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    const timer = setTimeout(() => this.kill(), withinMs);
    await this.ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #tell(message: ToLite): void {
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }

  #hear(message: FromLite): void {
    this.#heardAt = Date.now();
    if (message.kind === 'ready') {
      this.state = 'ready';
      this.#settle();
    } else if (message.kind === 'taken') {
      const asked = this.#asked.get(message.id);
      if (asked) asked.isTaken = true;
    } else if (message.kind === 'answer') {
      this.#asked.get(message.id)?.resolve(message.answer);
      this.#asked.delete(message.id);
    } else if (message.kind === 'mail') void this.#mail(message);
    else if (message.kind === 'broken') {
      const request = this.#asked.get(message.requestId ?? 0)?.request;
      const who = request ? `${this.#options.nameOf(request)} broke it` : 'it broke';
      this.#broken = `${who}: ${message.error}`;
    }
  }

  async #mail({ id, requestId, mail }: FromLite & { kind: 'mail' }): Promise<void> {
    const request = this.#asked.get(requestId)?.request;
    let isKept = request !== undefined;
    try {
      if (request) await this.#options.deliver(mail, request);
    } catch (error) {
      isKept = false;
      this.#options.log(`A mail could not be kept: ${String(error)}`);
    }
    this.#tell({ kind: 'mailed', id, isKept });
  }

  /** Asks again and again whether it still answers. */
  #watch(): void {
    let pingedAt = (this.#heardAt = Date.now());
    const timer = setInterval(() => {
      const now = Date.now();
      // This process itself may have stood still, and has not heard what was said meanwhile.
      if (now - pingedAt > 2 * PING_EVERY_MS) this.#heardAt = now;
      pingedAt = now;
      const patience = this.state === 'ready' ? this.#options.hungAfterMs : LOAD_WITHIN_MS;
      if (now - this.#heardAt > patience) {
        this.#broken ??= 'it did not answer any more';
        this.kill();
      }
      this.#tell({ kind: 'ping' });
    }, PING_EVERY_MS);
    timer.unref();
    void this.ended.then(() => clearInterval(timer));
  }

  #end(how: string): string {
    this.state = 'ended';
    this.#settle();
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { isTaken, reject } of asked) reject(new LiteGone(isTaken ? 'lost' : 'not taken'));
    const lost = asked.filter(({ isTaken }) => isTaken).map(({ request }) => this.#options.nameOf(request));
    return `${this.#broken ?? how}${lost.length > 0 ? `; under way: ${lost.join(', ')}` : ''}`;
  }
}

/** Resolves, with how it ended, when the process is gone and has said its last, or could not be started. */
async function endOf(child: ChildProcess): Promise<string> {
  const isMute = new Promise((muted) => child.once('disconnect', muted));
  const how = await new Promise<string>((done) => {
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`));
    child.once('error', (error) => (child.pid === undefined ? done(error.message) : undefined));
  });
  // What it has said comes before the end of its channel, which may be later than its own.
  if (child.pid !== undefined) await isMute;
  return how;
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
