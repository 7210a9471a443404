import { checkEnd, difference, isDone } from './invariants.ts';
import { operations } from './operations.ts';
import type { Schedule } from './schedule.ts';
import { Scene, type Subject } from './scene.ts';
import type { Tally } from './tally.ts';
import { mixSeed, Violation } from './world.ts';

const MINUTE = 60_000;
/** After healing, everything must settle within this time (SY-25). */
export const DRAIN_LIMIT_MS = 20 * MINUTE;
/** More time for each poisoned action. It is sent in a request of its own until it has failed eight times; the waits between take up to 127 s. */
const DRAIN_LIMIT_POISON_MS = 5 * MINUTE;
/** After a clock jump a retry may wait up to an hour longer (SY-16). */
const DRAIN_LIMIT_CLOCK_MS = 60 * MINUTE;
/** Requests per device after which settling has failed. */
const DRAIN_LIMIT_REQUESTS = 400;
/** Number of steps that run after the last pages have thawed, before everything must settle again. */
const LATE_STEPS = 60;

export interface Outcome {
  violation: string | null;
  tally: Tally;
  trace: string[];
}

/** Runs a schedule: the operations and faults, then the healing, then the comparison of every store (SY-25). */
export async function simulate(schedule: Schedule, subject: Subject): Promise<Outcome> {
  const scene = new Scene(mixSeed(schedule.seed, -1), subject, schedule);
  const { world, tally } = scene;
  const trace: string[] = [];
  const start = world.time;
  let violation: string | null = null;
  try {
    for (const operation of schedule.operations) {
      world.reseed(operation.seed);
      const device = scene.devices[operation.device];
      const work = operations[operation.name];
      if (!device || !work) throw new Error(`no operation ${operation.name}`);
      const result = await work(scene, device);
      trace.push(
        `${seconds(world.time - start)} #${operation.index} ${device.name}: ${operation.name}${result && ` (${result})`}`,
      );
      for (let steps = operation.steps; steps > 0; steps--) await world.advance();
    }
    world.reseed(mixSeed(schedule.seed, -2));
    trace.push(`${seconds(world.time - start)} the world heals`);
    await heal(scene);
    checkEnd(scene);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error.message;
  } finally {
    for (const device of scene.devices) for (const tab of [...device.tabs, ...device.signedOutTabs]) tab.isDead = true;
  }
  return { violation, tally, trace };
}

async function heal(scene: Scene): Promise<void> {
  const { world, server, devices, tally } = scene;
  server.commitAll();
  for (const device of devices) {
    device.network = [];
    device.disk = [];
    device.renewal = null;
    device.isOnline = true;
    device.clockSkew = 0;
    device.clockJumps += 1;
    device.appVersion = server.minClientV;
    if (device.session) {
      device.session = {
        ...device.session,
        token: server.token(device.session.user),
        isRevoked: false,
        isLocked: false,
      };
    }
    // Pages of a refused app version close. Half of the other frozen pages stay frozen, with their locks.
    for (const tab of [...device.tabs]) if (tab.appVersion < server.minClientV) device.close(tab);
    for (const tab of [...device.tabs, ...device.signedOutTabs]) if (tab.isFrozen && world.chance(0.5)) world.thaw(tab);
    if (device.tabs.length >= 3) device.tabs.splice(0, 1).forEach((tab) => device.close(tab));
    scene.openTab(device);
    for (const tab of device.tabs) tab.engine?.pokeNow(true);
  }
  const everyMinute = () => {
    // A visible page pulls every minute (SY-18).
    for (const { tabs } of devices) for (const tab of tabs) if (!tab.isFrozen) tab.engine?.poke();
    world.timer(scene.browser, MINUTE, everyMinute);
  };
  everyMinute();
  await waitUntilSettled(scene);
  for (const device of devices) {
    for (const tab of [...device.tabs, ...device.signedOutTabs]) if (tab.isFrozen) world.thaw(tab);
  }
  // The remaining frozen pages thaw late and must do no harm.
  for (let steps = 0; steps < LATE_STEPS && world.isBusy; steps++) await world.advance();
  await waitUntilSettled(scene);
  tally.add('schedules');
}

async function waitUntilSettled(scene: Scene): Promise<void> {
  const { world, server, devices, tally } = scene;
  const isSettled = () =>
    devices.every(({ stores }) => stores === null || (isDone(stores) && difference(stores, server) === null));
  const start = world.time;
  const requests = tally.counts.get('requests') ?? 0;
  const poisons = devices
    .flatMap(({ stores }) => stores?.records ?? [])
    .filter((record) => record.payload['is_poison'] === true).length;
  const hasJumped = devices.some(({ clockJumps }) => clockJumps > 1);
  const limit = DRAIN_LIMIT_MS + poisons * DRAIN_LIMIT_POISON_MS + (hasJumped ? DRAIN_LIMIT_CLOCK_MS : 0);
  const requestsSent = () => (tally.counts.get('requests') ?? 0) - requests;
  for (;;) {
    world.throwViolation();
    if (requestsSent() > DRAIN_LIMIT_REQUESTS * devices.length)
      throw new Violation(`settling took ${requestsSent()} requests`);
    if (!world.isBusy && isSettled()) break;
    if (world.time - start > limit) {
      const [late] = devices.filter(({ stores }) => stores && (!isDone(stores) || difference(stores, server) !== null));
      const why = late?.stores ? (difference(late.stores, server) ?? JSON.stringify(late.stores.records)) : '';
      throw new Violation(`${late?.stores?.name ?? ''} has not settled after ${limit / 1000} s: ${why}`);
    }
    await world.advance();
  }
  if (poisons === 0) tally.recordMax('longest drain, simulated seconds', Math.round((world.time - start) / 1000));
  else
    tally.recordMax('longest drain with poisoned actions, simulated seconds', Math.round((world.time - start) / 1000));
  tally.recordMax('longest drain, requests', requestsSent());
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(8)} s`;
}
