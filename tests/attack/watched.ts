import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestStack } from '../../supabase/local/test-stack.ts';
import { requestsIn, scrape } from '../support/scrape.ts';
import type { Fuzzed } from './fuzz.ts';
import type { Report } from './report.ts';

interface Line {
  readonly id: string;
  readonly door: string;
  readonly action: string;
  readonly status: number;
}

/** Requests that the server's own programs send, and those that read the metrics. */
const isOwn = ({ door, action }: Line) =>
  door === 'metrics' || action === 'rpc take_file_removals' || action === 'rpc queue_orphan_files';

/**
 * Ends the server after an attack, and checks that each answered request is in the log once, with its status, that the metrics count exactly
 * the requests of the log, and that the log contains no secret.
 */
export async function checkWatched(
  { stack }: TestStack,
  dataDir: string,
  { answered, unidentified, secrets }: Pick<Fuzzed, 'answered' | 'unidentified' | 'secrets'>,
): Promise<Report> {
  const counted = await waitForFigures(stack.url);
  const refused = [...(await scrape(stack.url))]
    .filter(([name]) => name.startsWith('undercurrent_connections_refused_total'))
    .reduce((sum, [, times]) => sum + times, 0);
  // Ending the server writes the rest of the log.
  await stack.stop();
  const text = await readLog(dataDir);
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('{"level":"') && line.includes('"door"'))
    .map((line): Line => JSON.parse(line));
  const statuses = new Map<string, number[]>();
  for (const { id, status } of lines) statuses.set(id, [...(statuses.get(id) ?? []), status]);
  const faults: string[] = [];
  for (const [id, status] of answered) {
    const logged = statuses.get(id) ?? [];
    if (logged.length !== 1 || logged[0] !== status)
      faults.push(
        `the request ${id} was answered with ${status}, and logged with ${logged.join(' and ') || 'nothing'}`,
      );
  }
  if (unidentified !== refused)
    faults.push(`${unidentified} answers had no id, and ${refused} connections were counted as refused`);
  const inLog = countBy(lines.filter((line) => !isOwn(line)));
  for (const name of new Set([...counted.keys(), ...inLog.keys()]))
    if (counted.get(name) !== inLog.get(name))
      faults.push(`${name}: ${counted.get(name) ?? 0} counted, ${inLog.get(name) ?? 0} logged`);
  for (const [name, secret] of Object.entries({ ...secrets, ...stack.keys }))
    if (text.includes(secret)) faults.push(`the log contains the secret ${name}`);
  return { lines: [`${lines.length} requests logged and counted, ${refused} connections refused`], faults };
}

/** The counts by door, action and status, once no other request is in progress. */
async function waitForFigures(url: string): Promise<ReadonlyMap<string, number>> {
  for (;;) {
    const figures = await scrape(url);
    // This scrape is the one in progress.
    if (figures.get('undercurrent_http_requests_in_progress') === 1)
      return new Map([...requestsIn(figures)].filter(([name]) => !name.startsWith('metrics')));
  }
}

async function readLog(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'logs');
  const files = (await readdir(folder)).filter((name) => name.startsWith('requests.log'));
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

function countBy(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { door, action, status } of lines) {
    const name = [door, action, String(status)].filter((part) => part !== '').join(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
