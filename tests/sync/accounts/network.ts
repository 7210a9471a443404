import { expect, vi } from 'vitest';
import type { SyncEnvironment } from '../../../sync/client.ts';
import type { Server } from './server.ts';

export type NetworkCondition = 'fair' | 'slow' | 'failing';

interface PendingRequest {
  address: string;
  isSignIn: boolean;
  /** Whether the response arrives only when the test releases it. The requesting page may be closed by then. */
  isLate: boolean;
  deliver(): void;
  fail(): void;
}

const WAIT = { timeout: 10_000, interval: 5 };
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
/** Event-loop tasks without a request, after which the network counts as quiet. */
const QUIET_TASKS = 30;

/** On a slow or failing network, responses arrive in random order. Late ones arrive when the test releases them, or never. */
export class Network {
  condition: NetworkCondition = 'fair';
  /** Responses to these requests are late under any condition. */
  delayedUrls: RegExp | null = null;
  private readonly server: Server;
  private readonly random: () => number;
  private readonly pending = new Set<PendingRequest>();
  private requestCount = 0;

  constructor(server: Server, random: () => number) {
    this.server = server;
    this.random = random;
  }

  readonly fetch: SyncEnvironment['fetch'] = async (input, init) => {
    this.requestCount += 1;
    const url = new URL(String(input instanceof Request ? input.url : input));
    // The test awaits sign-ins, so they are never late by chance.
    const isSignIn = url.search.includes('password') || url.pathname.endsWith('passcode');
    const isDelayed = this.delayedUrls?.test(url.href) ?? false;
    const { condition } = this;
    if (condition === 'failing' && isSignIn && this.random() < 0.3) return new Response(null, { status: 503 });
    if (condition === 'failing' && !isSignIn && this.random() < 0.3) throw new TypeError('Failed to fetch');
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    const response = this.server.answer(url, new Headers(init?.headers), body);
    if (condition === 'fair' && !isDelayed) return response;
    const isLate = isDelayed || (!isSignIn && this.random() < 0.3);
    return new Promise<Response>((resolve, reject) => {
      const settleOnce = (settle: () => void) => () => {
        this.pending.delete(request);
        settle();
      };
      const fail = settleOnce(() => reject(new TypeError('Failed to fetch')));
      const request: PendingRequest = {
        address: url.href,
        isSignIn,
        isLate,
        fail,
        deliver: settleOnce(() => resolve(response)),
      };
      this.pending.add(request);
      init?.signal?.addEventListener('abort', fail);
    });
  };

  async waitForDelayed(url: RegExp): Promise<void> {
    const isPending = () => [...this.pending].some(({ address, isLate }) => isLate && url.test(address));
    await this.during(vi.waitFor(() => expect(isPending(), `${url} is pending`).toBe(true), WAIT));
  }

  release(): void {
    for (const request of [...this.pending]) request.deliver();
  }

  fail(): void {
    for (const request of [...this.pending]) request.fail();
  }

  /** Delivers responses until the work has ended, one at a time and in random order. Late ones stay pending. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = Promise.allSettled([work]).then(() => {
      isDone = true;
    });
    while (!isDone) {
      this.deliverOne();
      await nextTask();
    }
    await end;
    return work;
  }

  /** Delivers responses until there are no new requests, and only late responses are pending. */
  async quiet(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < QUIET_TASKS; quiet++) {
      if (this.deliverOne() || this.requestCount !== before) quiet = 0;
      before = this.requestCount;
      await nextTask();
    }
  }

  private deliverOne(): boolean {
    const ready = [...this.pending].filter(({ isLate }) => !isLate);
    const request = ready[Math.floor(this.random() * ready.length)];
    if (request && !request.isSignIn && this.condition === 'failing' && this.random() < 0.2) request.fail();
    else request?.deliver();
    return request !== undefined;
  }
}
