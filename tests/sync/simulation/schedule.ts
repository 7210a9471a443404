import { operations, weights } from './operations.ts';
import { mixSeed, seededRandom } from './world.ts';

export interface ScheduledOperation {
  /** Position in the whole schedule; shrinking does not change it. */
  readonly index: number;
  readonly name: string;
  readonly device: number;
  readonly seed: number;
  /** Steps of the world after the operation. */
  readonly steps: number;
}

export interface Schedule {
  readonly seed: number;
  readonly pageRows: number;
  /** Whether the tabs elect a leader. Otherwise each tab leads. */
  readonly isElected: boolean;
  /** Whether the server gives marks (SY-8). An older one gives none, and its operator must change the epoch at a restore. */
  readonly givesMarks: boolean;
  readonly operations: readonly ScheduledOperation[];
}

const LENGTH = 70;
/** Operations that no schedule disables, unless it has a topic. */
const always = new Set([
  'play',
  'vote',
  'online',
  'wait',
  'a change begins',
  'a change commits',
  'thaw',
  'sign in again',
]);

/** Some schedules draw from one topic only, so that more faults coincide. `share` is the topic's share of all schedules. */
const topics: readonly { share: number; isElected: boolean; names: ReadonlySet<string> }[] = [
  {
    // Several leaders, over a server that changes and is restored.
    share: 0.15,
    isElected: false,
    names: new Set([
      'play',
      'another page',
      'sync now',
      'freeze',
      'thaw',
      'response delayed',
      'response overtaken',
      'request late',
      'a change begins',
      'a change commits',
      'the backup is restored',
      'an old folder is put back',
      'the shelf is arranged',
      'visit',
      'forget visited tracks',
      'old tombstones are swept',
    ]),
  },
  {
    // Leader election while pages freeze and the clock jumps.
    share: 0.08,
    isElected: true,
    names: new Set([
      'play',
      'another page',
      'close a page',
      'freeze',
      'thaw',
      'clock jumps',
      'wait',
      'a change begins',
      'a change commits',
    ]),
  },
  {
    // Switches of accounts while requests are late.
    share: 0.05,
    isElected: false,
    names: new Set([
      'play',
      'vote',
      'switch account',
      'another page',
      'freeze',
      'thaw',
      'request late',
      'response delayed',
      'offline',
      'online',
    ]),
  },
  {
    // Long conversations on several pages of a device.
    share: 0.1,
    isElected: false,
    names: new Set([
      'wait',
      'send',
      'messages arrive',
      'messages are read',
      'a message is removed or restored',
      'older messages',
      'fetched messages are forgotten',
      'a change commits',
      'another page',
      'sync now',
      'freeze',
      'thaw',
      'response delayed',
      'response overtaken',
      'evict everything',
      'an old folder is put back',
    ]),
  },
  {
    // Visits to a server that is restored before the next pull.
    share: 0.05,
    isElected: true,
    names: new Set([
      'visit',
      'play',
      'vote',
      'a change begins',
      'a change commits',
      'the shelf is arranged',
      'a backup is made',
      'an old folder is put back',
      'a pin is removed',
    ]),
  },
];

/** The schedule of a seed. Most schedules disable some operations, so that rare combinations occur. @param keep the only indices to run */
export function scheduleOf(seed: number, keep?: ReadonlySet<number>): Schedule {
  const random = seededRandom(mixSeed(seed, 0));
  const isBig = random() < 0.02;
  const share = 0.25 + random() * 0.75;
  const topic = pickTopic(random());
  const enabled = Object.keys(operations).filter((name) =>
    topic ? topic.names.has(name) : always.has(name) || random() < share,
  );
  const weightOf = (name: string) => (topic ? 1 : (weights[name] ?? 2));
  const total = enabled.reduce((sum, name) => sum + weightOf(name), 0);
  const list = Array.from({ length: LENGTH }, (_, index): ScheduledOperation => {
    let remaining = random() * total;
    const drawn = enabled.find((name) => (remaining -= weightOf(name)) < 0) ?? 'wait';
    // More actions than one push and one pull can carry (SY-9, SY-5).
    const name = isBig && index % 30 === 10 ? 'burst' : drawn;
    return {
      index,
      name,
      device: Math.floor(random() * 3),
      seed: mixSeed(seed, index + 1),
      steps: Math.floor(random() * 14),
    };
  });
  return {
    seed,
    pageRows: isBig ? 60 : 2 + Math.floor(random() * 6),
    isElected: topic?.isElected ?? random() < 0.35,
    givesMarks: seededRandom(mixSeed(seed, -3))() < 0.7,
    operations: keep ? list.filter(({ index }) => keep.has(index)) : list,
  };
}

function pickTopic(chance: number) {
  let remaining = chance;
  return topics.find(({ share }) => (remaining -= share) < 0) ?? null;
}
