import { Mortal, type World } from './world.ts';

interface Request {
  owner: Mortal;
  take(): void;
  lose(): void;
  isOver(): boolean;
}

/** The Web Locks of one name in one browser: one holder, a line behind it, theft, and release when a page dies. */
export class Locks {
  private holder: Request | null = null;
  private line: Request[] = [];

  constructor(private readonly world: World) {}

  /** The locks as one page sees them; what it hears of them waits while it is frozen. */
  of(owner: Mortal): Pick<LockManager, 'request'> {
    const ask = <T>(options: LockOptions, callback: LockGrantedCallback<T>) => this.ask(owner, options, callback);
    function request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
    function request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
    function request<T>(
      _name: string,
      second: LockOptions | LockGrantedCallback<T>,
      third?: LockGrantedCallback<T>,
    ): Promise<Awaited<T>> {
      if (typeof second === 'function') return ask({}, second);
      if (!third) throw new TypeError('a lock needs a callback');
      return ask(second, third);
    }
    return { request };
  }

  /** A page is gone: what it held goes to the next. */
  release(owner: Mortal): void {
    this.line = this.line.filter((request) => request.owner !== owner);
    if (this.holder?.owner === owner) this.pass();
  }

  private ask<T>(owner: Mortal, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>> {
    const { world } = this;
    return new Promise<Awaited<T>>((resolve, reject) => {
      const fail = () => void world.step(owner, () => reject(new DOMException('taken away', 'AbortError')));
      const request: Request = {
        owner,
        isOver: () => owner.isDead || options.signal?.aborted === true,
        lose: fail,
        take: () =>
          void world.step(owner, () => {
            if (this.holder !== request) return;
            void Promise.resolve(callback(null)).then((value) => {
              if (this.holder !== request) return;
              resolve(value);
              this.pass();
            });
          }),
      };
      options.signal?.addEventListener('abort', () => {
        if (!this.line.includes(request)) return;
        this.line = this.line.filter((one) => one !== request);
        fail();
      });
      if (options.steal === true) {
        this.holder?.lose();
        this.grant(request);
      } else if (this.holder) this.line.push(request);
      else this.grant(request);
    });
  }

  private grant(request: Request): void {
    this.holder = request;
    request.take();
  }

  private pass(): void {
    this.holder = null;
    const next = this.line.shift();
    if (!next) return;
    if (next.isOver()) this.pass();
    else this.grant(next);
  }
}
