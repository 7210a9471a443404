import type { Failure, Reply } from '../../../sync/core/ports.ts';
import type { RetryAfterCheck } from './retry-after.ts';
import type { Tab } from './tab.ts';
import { SimulatedProcess } from './world.ts';

export const networkFaults = [
  'request dropped',
  'request late',
  'response lost',
  'response cut in mid-body',
  'request delivered twice',
  'response delayed',
  'response overtaken',
  '429 with Retry-After',
  '503',
  'deadlock',
  'backend killed',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

/** The server's work for a request; `ending` is that of its transaction. */
export type Serve<T> = (ending: 'commit' | 'abort', owner: SimulatedProcess) => Promise<Reply<T>>;

const networkFailure: { ok: false; failure: Failure } = { ok: false, failure: { kind: 'network' } };
/** Maximum number of steps for which a response waits, so that later responses can overtake it. */
const MAX_OVERTAKE_STEPS = 40;

/** Sends a request, and injects the next fault of the device's network. */
export async function sendThroughNetwork<T>(
  tab: Tab,
  retryAfter: RetryAfterCheck,
  call: 'pull' | 'push',
  serve: Serve<T>,
): Promise<Reply<T>> {
  const { device } = tab;
  const { world, tally } = device;
  const server = new SimulatedProcess();
  const fault = await world.step(tab, () => (device.isOnline ? takeFault(tab, call) : 'offline'));
  const count = (name: NetworkFault) => tally.add(name);

  if (fault === 'offline') return networkFailure;
  if (fault === 'request dropped') {
    count(fault);
    return world.step(tab, () => networkFailure);
  }
  if (fault === '503' || fault === '429 with Retry-After') {
    count(fault);
    const retryAfterMs = fault === '503' ? null : world.between(1, 120) * 1000;
    const failure: Failure = { kind: 'busy', retryAfterMs, message: fault };
    return world.step(tab, () => {
      if (retryAfterMs !== null) retryAfter.set(retryAfterMs);
      return { ok: false, failure };
    });
  }
  if (fault === 'request late') {
    count(fault);
    for (let hops = world.between(5, 40); hops > 0; hops--) await world.step(server, () => undefined);
  }
  const isAborted = fault === 'deadlock' || fault === 'backend killed';
  const reply = await serve(isAborted ? 'abort' : 'commit', server);
  const responseNumber = ++device.responseCount;
  if (fault === 'request delivered twice') {
    count(fault);
    void deliverDuplicate(tab, serve);
  }
  if (fault === 'response delayed') {
    count(fault);
    for (let hops = world.between(5, 60); hops > 0; hops--) await world.step(server, () => undefined);
  }
  if (fault === 'response overtaken') {
    for (let hops = 0; hops < MAX_OVERTAKE_STEPS && device.responseCount === responseNumber; hops++) {
      await world.step(server, () => undefined);
    }
    if (device.responseCount !== responseNumber) count(fault);
  }
  return world.step(tab, () => {
    if (fault === 'deadlock') count(fault);
    if (fault === 'backend killed') count(fault);
    if (fault === 'response lost') count(fault);
    if (fault === 'backend killed' || fault === 'response lost') return networkFailure;
    if (fault !== 'response cut in mid-body') return reply;
    count(fault);
    return cut(reply, world.random());
  });
}

function takeFault(tab: Tab, call: 'pull' | 'push'): NetworkFault | null {
  const { device } = tab;
  const at = device.network.findIndex(
    (fault) => call === 'push' || (fault !== 'deadlock' && fault !== 'backend killed'),
  );
  if (at < 0) return null;
  return device.network.splice(at, 1)[0] ?? null;
}

async function deliverDuplicate<T>(tab: Tab, serve: Serve<T>): Promise<void> {
  const { world } = tab.device;
  const server = new SimulatedProcess();
  for (let hops = world.between(0, 30); hops > 0; hops--) await world.step(server, () => undefined);
  await serve('commit', server);
}

/** A truncated body is invalid JSON, which counts as a network failure. */
function cut<T>(reply: Reply<T>, where: number): Reply<T> {
  if (!reply.ok) return reply;
  const text = JSON.stringify(reply.value);
  try {
    JSON.parse(text.slice(0, Math.floor(where * text.length)));
    return reply;
  } catch {
    return networkFailure;
  }
}
