import { expect, vi } from 'vitest';
import type { SyncEnvironment } from '../../../sync/client.ts';
import type { Server } from './server.ts';

export type Weather = 'fair' | 'slow' | 'failing';

interface Held {
  address: string;
  isSignIn: boolean;
  /** Arrives only when the test releases it; the requesting page may be closed by then. */
  isLate: boolean;
  arrive(): void;
  lose(): void;
}

const WAIT = { timeout: 10_000, interval: 5 };
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
/** Event-loop turns without a request after which the network counts as quiet. */
const QUIET_TURNS = 30;

/** The network between pages and server. The server answers at once; the answer arrives when it is released, or never. */
export class Network {
  weather: Weather = 'fair';
  /** Answers to these addresses are late, whatever the weather. */
  heldBack: RegExp | null = null;
  private readonly server: Server;
  private readonly random: () => number;
  private readonly held = new Set<Held>();
  private asked = 0;

  constructor(server: Server, random: () => number) {
    this.server = server;
    this.random = random;
  }

  readonly fetch: SyncEnvironment['fetch'] = async (input, init) => {
    this.asked += 1;
    const url = new URL(String(input instanceof Request ? input.url : input));
    // Sign-in requests are never late by chance, because the test awaits them.
    const isSignIn = url.search.includes('password') || url.pathname.endsWith('passcode');
    const isHeldBack = this.heldBack?.test(url.href) ?? false;
    const { weather } = this;
    if (weather === 'failing' && isSignIn && this.random() < 0.3) return new Response(null, { status: 503 });
    if (weather === 'failing' && !isSignIn && this.random() < 0.3) throw new TypeError('Failed to fetch');
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    const answer = this.server.answer(url, new Headers(init?.headers), body);
    if (weather === 'fair' && !isHeldBack) return answer;
    const isLate = isHeldBack || (!isSignIn && this.random() < 0.3);
    return new Promise<Response>((resolve, reject) => {
      const leave = (settle: () => void) => () => {
        this.held.delete(one);
        settle();
      };
      const lose = leave(() => reject(new TypeError('Failed to fetch')));
      const one: Held = { address: url.href, isSignIn, isLate, lose, arrive: leave(() => resolve(answer)) };
      this.held.add(one);
      init?.signal?.addEventListener('abort', lose);
    });
  };

  /** Waits until the answer to a matching request is held back. */
  async holds(what: RegExp): Promise<void> {
    const isHeld = () => [...this.held].some(({ address, isLate }) => isLate && what.test(address));
    await this.during(vi.waitFor(() => expect(isHeld(), `${what} is under way`).toBe(true), WAIT));
  }

  /** Delivers all pending answers, also the late ones. */
  release(): void {
    for (const one of [...this.held]) one.arrive();
  }

  /** Fails all pending requests. */
  lose(): void {
    for (const one of [...this.held]) one.lose();
  }

  /** Awaits the work while answers arrive one at a time, in random order; late ones stay pending. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = Promise.allSettled([work]).then(() => {
      isDone = true;
    });
    while (!isDone) {
      this.arriveOne();
      await turn();
    }
    await end;
    return work;
  }

  /** Waits until there are no new requests and only late answers are pending. */
  async quiet(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < QUIET_TURNS; quiet++) {
      if (this.arriveOne() || this.asked !== before) quiet = 0;
      before = this.asked;
      await turn();
    }
  }

  private arriveOne(): boolean {
    const ready = [...this.held].filter(({ isLate }) => !isLate);
    const one = ready[Math.floor(this.random() * ready.length)];
    if (one && !one.isSignIn && this.weather === 'failing' && this.random() < 0.2) one.lose();
    else one?.arrive();
    return one !== undefined;
  }
}
