import type { Tab } from './tab.ts';

/** What the server asked one engine to wait (SY-16), by the device's clock. */
export class Patience {
  private until = 0;
  private jumps = 0;

  constructor(private readonly tab: Tab) {}

  keep(ms: number): void {
    this.until = this.tab.device.now() + ms;
    this.jumps = this.tab.device.clockJumps;
  }

  lose(): void {
    this.until = 0;
  }

  /** The server rejected the session: the engine comes to rest before it asks anything more (SY-19). */
  mustRest = false;

  /** Before each request. A clock that was set meanwhile says nothing. */
  check(): void {
    const { device, home } = this.tab;
    device.tally.add('requests');
    if (this.mustRest) device.world.violate(`${home.name} asked again in a turn whose session was rejected`);
    if (this.jumps !== device.clockJumps || device.now() >= this.until) return;
    device.world.violate(`${home.name} asked ${this.until - device.now()} ms before the time that the server named`);
  }
}
