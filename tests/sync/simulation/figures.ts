import { networkFaults } from './network.ts';
import type { Tally } from './tally.ts';

const effects = [
  'schedules',
  'requests',
  'actions accepted',
  'effects expected',
  'effects found',
  'rows compared',
  'rows sent',
  'rows gone',
];

export function figures(tally: Tally, seconds: number): string {
  const { counts, maxima } = tally;
  const listed = new Set<string>([...effects, ...networkFaults]);
  const crashes = [...counts]
    .filter(([name]) => /^crash (before|after) /.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name] of crashes) listed.add(name);
  const others = [...counts].filter(([name]) => !listed.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const table = (lines: readonly (readonly [string, number])[]) =>
    lines.map(([name, count]) => `  ${name.padEnd(58)} ${count.toLocaleString('en-US').padStart(12)}`);
  return [
    'Network',
    ...table(networkFaults.map((name) => [name, counts.get(name) ?? 0] as const)),
    'Crashes, by the call before or after them',
    ...table(crashes),
    'Other faults and events',
    ...table(others),
    'Effects and rows',
    ...table(effects.map((name) => [name, counts.get(name) ?? 0] as const)),
    ...table([...maxima]),
    `${seconds.toFixed(1)} s`,
  ].join('\n');
}
