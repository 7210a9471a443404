/** Envelope of the package `broadcast-channel`, which pages of an earlier version understand (SY-21). */
interface Wrapped {
  type: string;
  /** In microseconds since the epoch. */
  time: number;
  data: unknown;
}
type Listener = (data: unknown) => void;

const Native = globalThis.BroadcastChannel;

/** The build substitutes this class for RxDB's package `broadcast-channel` (vite.config.ts). */
export class BroadcastChannel {
  readonly #channel: InstanceType<typeof Native> | null;
  readonly #listeners = new Set<Listener>();

  constructor(name: string) {
    this.#channel = typeof Native === 'undefined' ? null : new Native(name);
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data: { type, data } }: MessageEvent<Wrapped>) => {
      if (type === 'message') for (const listener of this.#listeners) listener(data);
    };
  }

  postMessage(data: unknown): void {
    this.#channel?.postMessage({ type: 'message', time: Date.now() * 1000, data } satisfies Wrapped);
  }

  addEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.delete(listener);
  }

  close(): void {
    this.#channel?.close();
  }
}
