import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromLite, LiteAnswer, LiteRequest, LiteSettings, OutgoingMail, ToLite } from './lite-messages.ts';

/** Heap of the process. A REST response has at most 1,000 rows. */
const MAX_MEMORY_MB = 384;
/** Frozen intrinsics and no `__proto__`: no request can change objects that all code shares. */
const HARDENED = ['--frozen-intrinsics', '--disable-proto=throw', '--disable-warning=ExperimentalWarning'];
const PING_EVERY_MS = 1_000;
/** Longest silence of a process while it loads its code, when it answers no pings. Enough for a busy machine. */
const LOAD_WITHIN_MS = 60_000;

/** `lost`: the process ended during the request. `not started`: it never began the request. */
export class LiteUnavailable extends Error {
  override readonly name = 'LiteUnavailable';
  constructor(readonly outcome: 'lost' | 'not started') {
    super(outcome === 'lost' ? 'The process of REST and Auth ended.' : 'REST and Auth are not running.');
  }
}

export interface LiteChildOptions {
  readonly deliver: (mail: OutgoingMail, request: LiteRequest) => Promise<void>;
  readonly log: (line: string) => void;
  readonly nameOf: (request: LiteRequest) => string;
  /** ms of silence after which a ready process counts as hung and is killed. */
  readonly hungAfterMs: number;
}

interface PendingRequest {
  readonly request: LiteRequest;
  /** Whether the process has begun the request: if the process ends now, the outcome is unknown. */
  isStarted: boolean;
  readonly resolve: (answer: LiteAnswer) => void;
  readonly reject: (error: LiteUnavailable) => void;
}

/** One process that runs lite. */
export class LiteChild {
  state: 'loading' | 'starting' | 'ready' | 'ended' = 'loading';
  /** Resolves when the process is ready or has ended. */
  readonly settled: Promise<void>;
  /** Resolves when the process has ended, with a text that names the reason and the requests in progress. */
  readonly ended: Promise<string>;
  readonly #options: LiteChildOptions;
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, PendingRequest>();
  #settle: () => void = () => undefined;
  #lastId = 0;
  #lastMessageAt = 0;
  #broken: string | null = null;

  constructor(options: LiteChildOptions) {
    this.#options = options;
    this.#process = spawn(options.log);
    this.settled = new Promise((done) => (this.#settle = done));
    this.#process.on('message', (message: FromLite) => this.#receive(message));
    this.ended = endOf(this.#process).then((how) => this.#end(how));
  }

  start(settings: LiteSettings): void {
    if (this.state === 'loading') this.state = 'starting';
    this.#send({ kind: 'start', settings });
    this.#watch();
  }

  /** @throws LiteUnavailable if the process ends before it responds, or is not ready */
  send(request: LiteRequest): Promise<LiteAnswer> {
    return new Promise((resolve, reject) => {
      if (this.state !== 'ready' || !this.#process.connected) return reject(new LiteUnavailable('not started'));
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { request, isStarted: false, resolve, reject });
      this.#send({ kind: 'request', id: this.#lastId, request });
    });
  }

  async close(withinMs: number): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    const timer = setTimeout(() => this.kill(), withinMs);
    await this.ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #send(message: ToLite): void {
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }

  #receive(message: FromLite): void {
    this.#lastMessageAt = Date.now();
    if (message.kind === 'ready') {
      this.state = 'ready';
      this.#settle();
    } else if (message.kind === 'taken') {
      const pending = this.#pending.get(message.id);
      if (pending) pending.isStarted = true;
    } else if (message.kind === 'answer') {
      this.#pending.get(message.id)?.resolve(message.answer);
      this.#pending.delete(message.id);
    } else if (message.kind === 'mail') void this.#mail(message);
    else if (message.kind === 'broken') {
      const request = this.#pending.get(message.requestId ?? 0)?.request;
      const culprit = request ? `${this.#options.nameOf(request)} broke it` : 'it broke';
      this.#broken = `${culprit}: ${message.error}`;
    }
  }

  async #mail({ id, requestId, mail }: FromLite & { kind: 'mail' }): Promise<void> {
    const request = this.#pending.get(requestId)?.request;
    let isKept = request !== undefined;
    try {
      if (request) await this.#options.deliver(mail, request);
    } catch (error) {
      isKept = false;
      this.#options.log(`A mail could not be kept: ${String(error)}`);
    }
    this.#send({ kind: 'mailed', id, isKept });
  }

  #watch(): void {
    let pingedAt = (this.#lastMessageAt = Date.now());
    const timer = setInterval(() => {
      const now = Date.now();
      // This process may itself have been suspended, and received no messages meanwhile.
      if (now - pingedAt > 2 * PING_EVERY_MS) this.#lastMessageAt = now;
      pingedAt = now;
      const silenceLimitMs = this.state === 'ready' ? this.#options.hungAfterMs : LOAD_WITHIN_MS;
      if (now - this.#lastMessageAt > silenceLimitMs) {
        this.#broken ??= 'it did not answer any more';
        this.kill();
      }
      this.#send({ kind: 'ping' });
    }, PING_EVERY_MS);
    timer.unref();
    void this.ended.then(() => clearInterval(timer));
  }

  #end(how: string): string {
    this.state = 'ended';
    this.#settle();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { isStarted, reject } of pending) reject(new LiteUnavailable(isStarted ? 'lost' : 'not started'));
    const lost = pending.filter(({ isStarted }) => isStarted).map(({ request }) => this.#options.nameOf(request));
    return `${this.#broken ?? how}${lost.length > 0 ? `; under way: ${lost.join(', ')}` : ''}`;
  }
}

/** Resolves when the process is gone and its messages are read, or when it could not start. */
async function endOf(child: ChildProcess): Promise<string> {
  const disconnected = new Promise((done) => child.once('disconnect', done));
  const how = await new Promise<string>((done) => {
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`));
    child.once('error', (error) => (child.pid === undefined ? done(error.message) : undefined));
  });
  // The process's messages precede the channel's disconnect, which may follow the process's exit.
  if (child.pid !== undefined) await disconnected;
  return how;
}

function spawn(log: (line: string) => void): ChildProcess {
  const child = fork(fileURLToPath(new URL('./lite-process.mjs', import.meta.url)), [], {
    execArgv: [...HARDENED, `--max-old-space-size=${MAX_MEMORY_MB}`],
    // Settings arrive by message; the environment's secrets stay out.
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], TZ: process.env['TZ'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Without an 'error' handler, a failed start or a broken pipe would end this process.
  child.on('error', (error) => log(`REST and Auth: ${error.message}`));
  let unfinishedLine = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${unfinishedLine}${text}`.split('\n');
    unfinishedLine = (lines.pop() ?? '').slice(0, 10_000);
    for (const line of lines) if (line.trim() !== '') log(`REST and Auth: ${line}`);
  });
  return child;
}
