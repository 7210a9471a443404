import type { Tab } from './tab.ts';

/** Checks that an engine respects the server's Retry-After, by the device's clock (SY-16). */
export class RetryAfterCheck {
  private until = 0;
  private jumps = 0;

  constructor(private readonly tab: Tab) {}

  set(ms: number): void {
    this.until = this.tab.device.now() + ms;
    this.jumps = this.tab.device.clockJumps;
  }

  clear(): void {
    this.until = 0;
  }

  /** Whether the engine must end its turn before another request, because the server has rejected the session (SY-19). */
  mustPause = false;

  /** Call before each request. A jump of the clock ends the check of Retry-After. */
  check(): void {
    const { device, stores } = this.tab;
    device.tally.add('requests');
    if (this.mustPause)
      device.world.violate(`${stores.name} sent another request in a turn whose session was rejected`);
    if (this.jumps !== device.clockJumps || device.now() >= this.until) return;
    device.world.violate(`${stores.name} sent a request ${this.until - device.now()} ms before Retry-After`);
  }
}
