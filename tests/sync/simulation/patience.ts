import type { Tab } from './tab.ts';

/** Checks that an engine respects the server's Retry-After (SY-16), by the device's clock. */
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

  /** The server rejected the session: the engine must rest before its next request (SY-19). */
  mustRest = false;

  /** Call it before each request. Skipped if the clock was changed meanwhile. */
  check(): void {
    const { device, home } = this.tab;
    device.tally.add('requests');
    if (this.mustRest) device.world.violate(`${home.name} asked again in a turn whose session was rejected`);
    if (this.jumps !== device.clockJumps || device.now() >= this.until) return;
    device.world.violate(`${home.name} asked ${this.until - device.now()} ms before the time that the server named`);
  }
}
