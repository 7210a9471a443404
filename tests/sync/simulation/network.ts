import type { Failure, Reply } from '../../../sync/core/ports.ts';
import type { Patience } from './patience.ts';
import type { Tab } from './tab.ts';
import { Mortal } from './world.ts';

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

/** The server: commits and answers, or aborts, as `ending` says. */
export type Serve<T> = (ending: 'commit' | 'abort', owner: Mortal) => Promise<Reply<T>>;

const cutOff: { ok: false; failure: Failure } = { ok: false, failure: { kind: 'network' } };
/** Most steps that a response waits to be overtaken. */
const LONGEST_HOLD = 40;

/** Sends a request and its response, with at most one of the queued faults. */
export async function throughNetwork<T>(
  tab: Tab,
  patience: Patience,
  call: 'pull' | 'push',
  serve: Serve<T>,
): Promise<Reply<T>> {
  const { device } = tab;
  const { world, tally } = device;
  const server = new Mortal();
  const fault = await world.step(tab, () => (device.isOnline ? takeFault(tab, call) : 'offline'));
  const met = (name: NetworkFault) => tally.add(name);

  if (fault === 'offline') return cutOff;
  if (fault === 'request dropped') {
    met(fault);
    return world.step(tab, () => cutOff);
  }
  if (fault === '503' || fault === '429 with Retry-After') {
    met(fault);
    const retryAfterMs = fault === '503' ? null : world.between(1, 120) * 1000;
    const failure: Failure = { kind: 'busy', retryAfterMs, message: fault };
    return world.step(tab, () => {
      if (retryAfterMs !== null) patience.keep(retryAfterMs);
      return { ok: false, failure };
    });
  }
  if (fault === 'request late') {
    met(fault);
    for (let hops = world.between(5, 40); hops > 0; hops--) await world.step(server, () => undefined);
  }
  const isAborted = fault === 'deadlock' || fault === 'backend killed';
  const reply = await serve(isAborted ? 'abort' : 'commit', server);
  const seen = ++device.answersSeen;
  if (fault === 'request delivered twice') {
    met(fault);
    void deliverAgain(tab, serve);
  }
  if (fault === 'response delayed') {
    met(fault);
    for (let hops = world.between(5, 60); hops > 0; hops--) await world.step(server, () => undefined);
  }
  if (fault === 'response overtaken') {
    for (let hops = 0; hops < LONGEST_HOLD && device.answersSeen === seen; hops++) {
      await world.step(server, () => undefined);
    }
    if (device.answersSeen !== seen) met(fault);
  }
  return world.step(tab, () => {
    if (fault === 'deadlock') met(fault);
    if (fault === 'backend killed') met(fault);
    if (fault === 'response lost') met(fault);
    if (fault === 'backend killed' || fault === 'response lost') return cutOff;
    if (fault !== 'response cut in mid-body') return reply;
    met(fault);
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

async function deliverAgain<T>(tab: Tab, serve: Serve<T>): Promise<void> {
  const { world } = tab.device;
  const server = new Mortal();
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
    return cutOff;
  }
}
