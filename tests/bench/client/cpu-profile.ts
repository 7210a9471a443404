import type { Page } from 'playwright';
import { ms, table } from '../measure.ts';

const INTERVAL_US = 500;
const SHOWN = 30;

export async function recordCpuProfile(page: Page, work: () => Promise<unknown>): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.send('Profiler.start');
  await work();
  const { profile } = await session.send('Profiler.stop');
  await session.detach();

  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const nameOf = (id: number) => {
    const { functionName, url, lineNumber } = nodes.get(id)?.callFrame ?? { functionName: '', url: '', lineNumber: 0 };
    const file = url.replace(/.*\//, '').replace(/-[\w-]{8}\.js$/, '');
    return `${functionName || '(anonymous)'} ${file}${file ? `:${lineNumber + 1}` : ''}`;
  };
  const self = new Map<string, number>();
  const total = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, time: number) => to.set(name, (to.get(name) ?? 0) + time);
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const time = (profile.timeDeltas?.[index + 1] ?? 0) / 1000;
    add(self, nameOf(id), time);
    const stack = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.add(nameOf(at));
    for (const name of stack) add(total, name, time);
  }
  const most = (times: Map<string, number>) =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name, time]) => [name, ms(time)]);
  return [table(['self', 'ms'], most(self)), table(['total', 'ms'], most(total))].join('\n\n');
}
