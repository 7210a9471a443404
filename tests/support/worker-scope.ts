import { vi } from 'vitest';
import { cacheStorage } from '../sync/support/page.ts';

const ORIGIN = 'https://app.test';

class WorkerEvent extends Event {
  readonly #work: Promise<unknown>[] = [];

  waitUntil(work: Promise<unknown>): void {
    this.#work.push(work);
  }

  async done(): Promise<void> {
    for (const work of this.#work) await work;
  }
}

class RequestEvent extends WorkerEvent {
  response: Promise<Response> | null = null;

  constructor(readonly request: Request) {
    super('fetch');
  }

  respondWith(response: Promise<Response>): void {
    this.response = response;
  }
}

/** Stubs the globals of a service worker. Import modules that use Workbox only after this call: some read the globals while they load. */
export function openWorkerScope(change: Record<string, unknown> = {}) {
  const listeners: { type: string; listener: (event: Event) => void }[] = [];
  const caches = new Map<string, Map<string, Response>>();
  const network = vi.fn<(request: Request) => Promise<Response>>();
  const NodeRequest = globalThis.Request;
  const globals = {
    registration: { scope: `${ORIGIN}/` },
    location: new URL(ORIGIN),
    caches: cacheStorage(caches),
    addEventListener: (type: string, listener: (event: Event) => void) => void listeners.push({ type, listener }),
    __WB_DISABLE_DEV_LOGS: true,
    ExtendableEvent: WorkerEvent,
    FetchEvent: RequestEvent,
    fetch: network,
    /** As in a browser, resolves addresses against the origin. */
    Request: class extends NodeRequest {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input instanceof NodeRequest ? input : new URL(input, ORIGIN), init);
      }
    },
    ...change,
  };
  for (const [name, value] of Object.entries({ ...globals, self: globals })) vi.stubGlobal(name, value);

  const dispatch = (event: Event) => {
    for (const { type, listener } of listeners) if (type === event.type) listener(event);
  };
  return {
    network,
    caches,
    listened: () => [...new Set(listeners.map(({ type }) => type))].sort(),
    async fire(type: 'install' | 'activate'): Promise<void> {
      const event = new WorkerEvent(type);
      dispatch(event);
      await event.done();
    },
    newEvent: () => new WorkerEvent('message'),
    /** @returns the worker's response; null if it leaves the request to the browser */
    async request(
      address: string,
      { mode, ...init }: Omit<RequestInit, 'mode'> & { mode?: RequestMode } = {},
    ): Promise<Response | null> {
      const request = new Request(address, init);
      // The constructor of `Request` rejects the mode of a navigation.
      if (mode) Object.defineProperty(request, 'mode', { value: mode });
      const event = new RequestEvent(request);
      dispatch(event);
      const response = await event.response;
      await event.done();
      return response;
    },
  };
}
