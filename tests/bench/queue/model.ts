// A queueing model of listeners: what a crowd needs, and how long its requests then take.

/** CPU of one operation by part of the server, in ms. */
export interface Cost {
  readonly main: number;
  readonly rest: number;
  readonly postgres: number;
}

export interface Costs {
  readonly pull: Cost;
  /** A play, without the pull after it. */
  readonly push: Cost;
  /** Sending one digest to one listener. */
  readonly message: Cost;
}

export interface Crowd {
  readonly listeners: number;
  /** Time between two plays of a listener. A pull follows each play. */
  readonly playEveryS: number;
  readonly pullEveryS: number;
  readonly digestEveryS: number;
}

/** Processes or cores, each with a utilisation of at most `MAX_UTILISATION`. */
export interface Need {
  readonly rest: number;
  readonly primary: number;
  /** Cores of read replicas, which answer pulls; 0 if the primary answers them. */
  readonly replicas: number;
  readonly realtime: number;
}

const MAX_UTILISATION = 0.6;
/** Above this number of cores, pulls move to read replicas. */
const PRIMARY_CORES = 16;

export function needOf({ listeners, playEveryS, pullEveryS, digestEveryS }: Crowd, costs: Costs): Need {
  const pushes = listeners / playEveryS;
  const pulls = listeners / pullEveryS + pushes;
  const unitsFor = (busyMsPerS: number) => Math.max(1, Math.ceil(busyMsPerS / 1000 / MAX_UTILISATION));
  const whole = unitsFor(pulls * costs.pull.postgres + pushes * costs.push.postgres);
  const isSplit = whole > PRIMARY_CORES;
  return {
    rest: unitsFor(pulls * costs.pull.rest + pushes * costs.push.rest),
    primary: isSplit ? unitsFor(pushes * costs.push.postgres) : whole,
    replicas: isSplit ? unitsFor(pulls * costs.pull.postgres) : 0,
    realtime: unitsFor((listeners / digestEveryS) * costs.message.main),
  };
}

interface Job {
  readonly kind: 'pull' | 'push';
  /** In ms since the start. */
  readonly arrival: number;
  end: number;
}

/** From arrival to end, in ms. */
export interface ResponseTimes {
  readonly push: { readonly median: number; readonly p95: number };
  readonly pull: { readonly median: number; readonly p95: number };
  /** Until the last listener has a digest. */
  readonly digest: number;
}

/** Simulates Poisson arrivals with exponential service times, first at REST, then at PostgreSQL. @param random in [0, 1) */
export function simulate(crowd: Crowd, costs: Costs, need: Need, seconds: number, random: () => number): ResponseTimes {
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const arrivals = (kind: Job['kind'], perSecond: number): Job[] => {
    const jobs: Job[] = [];
    for (let at = exponential(1000 / perSecond); at < seconds * 1000; at += exponential(1000 / perSecond))
      jobs.push({ kind, arrival: at, end: at });
    return jobs;
  };
  const pushesPerS = crowd.listeners / crowd.playEveryS;
  const pushes = arrivals('push', pushesPerS);
  const pulls = arrivals('pull', crowd.listeners / crowd.pullEveryS + pushesPerS);
  const service = (part: keyof Cost) => (job: Job) => exponential(costs[job.kind][part]);
  pass([...pushes, ...pulls], need.rest, service('rest'));
  pass(need.replicas > 0 ? pushes : [...pushes, ...pulls], need.primary, service('postgres'));
  if (need.replicas > 0) pass(pulls, need.replicas, service('postgres'));
  return {
    push: spread(pushes),
    pull: spread(pulls),
    digest: (crowd.listeners * costs.message.main) / need.realtime,
  };
}

/** Sends jobs through one queue with several servers, first come, first served. */
function pass(jobs: readonly Job[], servers: number, serviceOf: (job: Job) => number): void {
  const free = createHeap(servers);
  for (const job of [...jobs].sort((a, b) => a.end - b.end)) {
    job.end = Math.max(job.end, free.earliest()) + serviceOf(job);
    free.replaceEarliest(job.end);
  }
}

/** Times at which the servers become free, in a binary heap. */
function createHeap(size: number) {
  const times = new Float64Array(size);
  return {
    earliest: () => times[0] ?? 0,
    replaceEarliest(time: number) {
      let at = 0;
      for (;;) {
        const left = 2 * at + 1;
        const least = (times[left + 1] ?? Infinity) < (times[left] ?? Infinity) ? left + 1 : left;
        const next = times[least];
        if (next === undefined || next >= time) break;
        times[at] = next;
        at = least;
      }
      times[at] = time;
    },
  };
}

function spread(jobs: readonly Job[]): { median: number; p95: number } {
  const waits = Float64Array.from(jobs, ({ arrival, end }) => end - arrival).sort();
  const at = (share: number) => waits[Math.floor(share * (waits.length - 1))] ?? NaN;
  return { median: at(0.5), p95: at(0.95) };
}
