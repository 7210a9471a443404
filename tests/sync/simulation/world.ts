/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Something that can die: what it waits for then never comes, as in a browser's tab. */
export interface Mortal {
  dead: boolean;
}

interface Step {
  owner: Mortal;
  go(): void;
}

interface Timer {
  owner: Mortal;
  at: number;
  callback(): void;
}

/**
 * Virtual time and one place where every effect waits its turn. The seed alone decides which effect comes next, so a
 * schedule can be run again.
 */
export class World {
  readonly random: () => number;
  time = 1_800_000_000_000;
  stepsTaken = 0;
  /** Called after each step; throws when an invariant is broken. */
  check: () => void = () => undefined;
  private steps: Step[] = [];
  private timers: Timer[] = [];

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Does the work at some later moment, whole; never, when its owner has died by then. */
  step<T>(owner: Mortal, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.steps.push({
        owner,
        go: () => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        },
      });
    });
  }

  timer(owner: Mortal, ms: number, callback: () => void): () => void {
    const timer: Timer = { owner, at: this.time + ms, callback };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  /** Takes one step, or lets time pass to the next timer. False when nothing is left to happen. */
  async advance(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    this.steps = this.steps.filter((step) => !step.owner.dead);
    this.timers = this.timers.filter((timer) => !timer.owner.dead);
    if (this.steps.length > 0) {
      const at = Math.floor(this.random() * this.steps.length);
      const [step] = this.steps.splice(at, 1);
      this.time += Math.floor(this.random() * 40);
      step?.go();
    } else {
      const next = [...this.timers].sort((a, b) => a.at - b.at)[0];
      if (!next) return false;
      this.timers = this.timers.filter((one) => one !== next);
      this.time = Math.max(this.time, next.at);
      next.callback();
    }
    this.stepsTaken += 1;
    this.check();
    return true;
  }
}
