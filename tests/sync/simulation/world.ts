export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function mixSeed(seed: number, part: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(part + 0x7f4a7c15, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** A page, the browser, or the server's work for one request. Once it is dead, its steps never run; while it is frozen, they wait. */
export class SimulatedProcess {
  isDead = false;
  isFrozen = false;
  parked: (() => void)[] = [];
}

interface Step {
  owner: SimulatedProcess;
  run(): void;
}

interface Timer {
  owner: SimulatedProcess;
  at: number;
  callback(): void;
}

export class Violation extends Error {}

/** Runs the steps and timers of all processes. Only the seed decides which runs next, so schedules are reproducible. */
export class World {
  random: () => number;
  /** Milliseconds since the epoch. */
  time = 1_800_000_000_000;
  private steps: Step[] = [];
  private timers = new Set<Timer>();
  private violation: Violation | null = null;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** Makes an operation's randomness independent of earlier operations. */
  reseed(seed: number): void {
    this.random = seededRandom(seed);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.random() * (high - low + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Records the violation: the engine would catch a throw inside a step as an ordinary error. */
  violate(message: string): void {
    this.violation ??= new Violation(message);
  }

  /** @throws the recorded Violation, if any */
  throwViolation(): void {
    if (this.violation) throw this.violation;
  }

  /** Queues a step. Its result arrives only if the owner is alive then. */
  step<T>(owner: SimulatedProcess, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          const result = work();
          // The work itself may have killed its owner.
          if (!owner.isDead) resolve(result);
        } catch (error) {
          if (!owner.isDead) reject(error);
        }
      };
      this.schedule({ owner, run });
    });
  }

  timer(owner: SimulatedProcess, ms: number, callback: () => void): () => void {
    let isCancelled = false;
    const timer: Timer = {
      owner,
      at: this.time + ms,
      // A timer that became due while its page was frozen can still be cancelled.
      callback: () => {
        if (!isCancelled) callback();
      },
    };
    this.timers.add(timer);
    return () => {
      isCancelled = true;
      this.timers.delete(timer);
    };
  }

  freeze(owner: SimulatedProcess): void {
    owner.isFrozen = true;
    const remaining: Step[] = [];
    for (const step of this.steps) {
      if (step.owner === owner) owner.parked.push(step.run);
      else remaining.push(step);
    }
    this.steps = remaining;
  }

  thaw(owner: SimulatedProcess): void {
    owner.isFrozen = false;
    for (const run of owner.parked.splice(0)) this.schedule({ owner, run });
  }

  get isBusy(): boolean {
    return this.steps.length > 0;
  }

  /** Runs one step, or the next timer if there is no step. @returns whether there was either. @throws the recorded Violation */
  async advance(): Promise<boolean> {
    // nextTick lets all settled promises continue first.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    this.throwViolation();
    const step = this.takeStep();
    if (step) {
      this.time += Math.floor(this.random() * 40);
      step.run();
      return true;
    }
    const timer = this.takeTimer();
    if (!timer) return false;
    this.time = Math.max(this.time, timer.at);
    if (timer.owner.isFrozen) timer.owner.parked.push(() => timer.callback());
    else timer.callback();
    return true;
  }

  private schedule(step: Step): void {
    if (step.owner.isFrozen) step.owner.parked.push(step.run);
    else this.steps.push(step);
  }

  private takeStep(): Step | null {
    while (this.steps.length > 0) {
      const at = Math.floor(this.random() * this.steps.length);
      const step = this.steps[at];
      const last = this.steps.pop();
      if (last && at < this.steps.length) this.steps[at] = last;
      if (step && !step.owner.isDead) return step;
    }
    return null;
  }

  private takeTimer(): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.timers) {
      if (timer.owner.isDead) this.timers.delete(timer);
      else if (!next || timer.at < next.at) next = timer;
    }
    if (next) this.timers.delete(next);
    return next;
  }
}
