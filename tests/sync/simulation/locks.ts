import { SimulatedProcess, type World } from './world.ts';

interface Request {
  owner: SimulatedProcess;
  onGranted(): void;
  onStolen(): void;
  isCancelled(): boolean;
}

/** The Web Lock of one person's pages on a device. */
export class Locks {
  private holder: Request | null = null;
  private waiting: Request[] = [];

  constructor(private readonly world: World) {}

  of(owner: SimulatedProcess): Pick<LockManager, 'request'> {
    const enqueue = <T>(options: LockOptions, callback: LockGrantedCallback<T>) =>
      this.enqueue(owner, options, callback);
    function request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
    function request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
    function request<T>(
      _name: string,
      second: LockOptions | LockGrantedCallback<T>,
      third?: LockGrantedCallback<T>,
    ): Promise<Awaited<T>> {
      if (typeof second === 'function') return enqueue({}, second);
      if (!third) throw new TypeError('a lock needs a callback');
      return enqueue(second, third);
    }
    return { request };
  }

  release(owner: SimulatedProcess): void {
    this.waiting = this.waiting.filter((request) => request.owner !== owner);
    if (this.holder?.owner === owner) this.grantNext();
  }

  private enqueue<T>(
    owner: SimulatedProcess,
    options: LockOptions,
    callback: LockGrantedCallback<T>,
  ): Promise<Awaited<T>> {
    const { world } = this;
    return new Promise<Awaited<T>>((resolve, reject) => {
      const fail = () => void world.step(owner, () => reject(new DOMException('stolen', 'AbortError')));
      const request: Request = {
        owner,
        isCancelled: () => owner.isDead || options.signal?.aborted === true,
        onStolen: fail,
        onGranted: () =>
          void world.step(owner, () => {
            if (this.holder !== request) return;
            void Promise.resolve(callback(null)).then((value) => {
              if (this.holder !== request) return;
              resolve(value);
              this.grantNext();
            });
          }),
      };
      options.signal?.addEventListener('abort', () => {
        if (!this.waiting.includes(request)) return;
        this.waiting = this.waiting.filter((other) => other !== request);
        fail();
      });
      if (options.steal === true) {
        this.holder?.onStolen();
        this.grant(request);
      } else if (this.holder) this.waiting.push(request);
      else this.grant(request);
    });
  }

  private grant(request: Request): void {
    this.holder = request;
    request.onGranted();
  }

  private grantNext(): void {
    this.holder = null;
    const next = this.waiting.shift();
    if (!next) return;
    if (next.isCancelled()) this.grantNext();
    else this.grant(next);
  }
}
