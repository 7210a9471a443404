import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requestsIn, scrape } from '../support/scrape.ts';
import type { SentRequests } from './count-requests.ts';
import { countBy, type Report } from './report.ts';
import { wildSecrets } from './wild-request.ts';

/** A server whose request log and metrics are checked after an attack. */
export interface AttackedStack {
  readonly url: string;
  readonly dataDir: string;
  readonly keys: Readonly<Record<string, string>>;
  /** The output of the server. */
  readonly output: readonly string[];
  /** Set by `stop`: the requests that a server in a separate process had sent to itself. */
  readonly ownRequests?: SentRequests;
  stop(): Promise<void>;
}

interface Line {
  readonly id: string;
  readonly door: string;
  readonly action: string;
  readonly status: number;
}

/** Longest wait until nothing is in progress. */
const IDLE_WITHIN_MS = 10_000;
/** Maximum number of time series of a server that has seen every door, action and status. Names that clients invent must make no series. */
const MAX_SERIES = 3_000;
/** Gauges of an idle server. The scrape itself is a request in progress. */
const idleGauges = {
  undercurrent_http_requests_in_progress: 1,
  undercurrent_realtime_sockets: 0,
  undercurrent_realtime_channels: 0,
  undercurrent_radio_listeners: 0,
  undercurrent_mails_waiting: 0,
};

/** Requests that the server's own programs send, and those that read the metrics. */
const isOwn = ({ door, action }: Line) =>
  door === 'metrics' || action === 'rpc take_file_removals' || action === 'rpc queue_orphan_files';

/**
 * Ends the server after an attack, and checks that nothing was in progress any more; that each answered request is in the log once, with its
 * door and status; that the metrics count exactly the requests of the log; and that neither the log nor the output contains a secret.
 *
 * @param endCount ends and returns the count of all sent requests; the count began before the server's start
 */
export async function checkRequestLog(
  stack: AttackedStack,
  endCount: () => SentRequests,
  secrets: Readonly<Record<string, string>>,
): Promise<Report> {
  const figures = await scrapeWhenIdle(stack.url);
  // Ending the server writes the rest of the log.
  await stack.stop();
  const processes = [endCount(), ...(stack.ownRequests ? [stack.ownRequests] : [])];
  const sent = processes.flatMap((requests) => requests.sent);
  const answered = processes.flatMap((requests) => requests.answered);
  const log = await readLog(stack.dataDir);
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{"level":"') && line.includes('"door"'))
    .map((line): Line => JSON.parse(line));
  const refused = sumOf(figures, 'undercurrent_connections_refused_total');
  const unidentified = answered.filter(({ id }) => id === null).length;
  const faults = [
    ...findBusy(figures).map((gauge) => `${gauge} although nothing is sent any more`),
    ...findUnlogged(answered, lines),
    ...findUnsent(sent, answered, lines),
    ...findMiscounted(figures, lines),
    ...findUnmeasured(figures),
    ...findSecrets({ ...secrets, ...wildSecrets, ...stack.keys }, { log, output: stack.output.join('') }),
  ];
  if (unidentified !== refused)
    faults.push(`${unidentified} answers had no id, and ${refused} connections were counted as refused`);
  if (figures.size > MAX_SERIES) faults.push(`the metrics have ${figures.size} series`);
  const counts = `${lines.length} requests logged and counted, ${answered.length - unidentified} of them answered`;
  return { lines: [`${counts}; ${refused} connections refused; ${figures.size} series`], faults };
}

/** The figures as soon as nothing is in progress, or those after `IDLE_WITHIN_MS`. */
async function scrapeWhenIdle(url: string): Promise<ReadonlyMap<string, number>> {
  for (const until = Date.now() + IDLE_WITHIN_MS; ;) {
    const figures = await scrape(url);
    if (findBusy(figures).length === 0 || Date.now() > until) return figures;
  }
}

function findBusy(figures: ReadonlyMap<string, number>): string[] {
  return Object.entries(idleGauges)
    .filter(([gauge, idle]) => figures.get(gauge) !== idle)
    .map(([gauge]) => `${gauge} is ${figures.get(gauge) ?? 'missing'}`);
}

async function readLog(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'logs');
  const files = (await readdir(folder)).filter((name) => name.startsWith('requests.log'));
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

function findUnlogged(answered: SentRequests['answered'], lines: readonly Line[]): string[] {
  const logged = new Map<string, string[]>();
  for (const { id, door, status } of lines) logged.set(id, [...(logged.get(id) ?? []), `${door} ${status}`]);
  return answered.flatMap(({ id, door, status }) => {
    const entries = logged.get(id ?? '') ?? [];
    if (id === null || (entries.length === 1 && entries[0] === `${door} ${status}`)) return [];
    return [
      `the request ${id} was answered with ${door} ${status}, and logged with ${entries.join(' and ') || 'nothing'}`,
    ];
  });
}

/** Finds log lines without a sent request. A request may be logged without an answer: its client left, or its remaining bytes were refused. */
function findUnsent(sent: SentRequests['sent'], answered: SentRequests['answered'], lines: readonly Line[]): string[] {
  const ids = new Set(answered.map(({ id }) => id));
  const unanswered = countBy(sent);
  for (const { id, door } of answered) if (id !== null) unanswered.set(door, (unanswered.get(door) ?? 0) - 1);
  return [...countBy(lines.filter(({ id }) => !ids.has(id)).map(({ door }) => door))]
    .filter(([door, count]) => count > (unanswered.get(door) ?? 0))
    .map(
      ([door, count]) => `${door}: ${count} logged without an answer, ${unanswered.get(door) ?? 0} sent without one`,
    );
}

function findMiscounted(figures: ReadonlyMap<string, number>, lines: readonly Line[]): string[] {
  const counted = new Map([...requestsIn(figures)].filter(([name]) => !name.startsWith('metrics')));
  const logged = countBy(
    lines
      .filter((line) => !isOwn(line))
      .map(({ door, action, status }) => [door, action, String(status)].filter((part) => part !== '').join(' ')),
  );
  return [...new Set([...counted.keys(), ...logged.keys()])]
    .filter((name) => counted.get(name) !== logged.get(name))
    .map((name) => `${name}: ${counted.get(name) ?? 0} counted, ${logged.get(name) ?? 0} logged`);
}

/** Sockets and streams last as long as their client likes, so their durations are not measured. */
function findUnmeasured(figures: ReadonlyMap<string, number>): string[] {
  const requests = [...figures.keys()].flatMap(
    (name) => /^undercurrent_http_requests_total\{(door=".*?",action=".*?"),/.exec(name)?.[1] ?? [],
  );
  return [...new Set(requests)]
    .filter((labels) => !/"(?:socket|stream)"$/.test(labels))
    .flatMap((labels) => {
      const counted = sumOf(figures, `undercurrent_http_requests_total{${labels},`);
      const measured = figures.get(`undercurrent_http_request_duration_seconds_count{${labels}}`) ?? 0;
      return counted === measured ? [] : [`${labels}: ${counted} counted, ${measured} measured`];
    });
}

function findSecrets(secrets: Readonly<Record<string, string>>, texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([place, text]) =>
    Object.entries(secrets)
      .filter(([, secret]) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
      .map(([name]) => `the ${place} contains the secret ${name}`),
  );
}

function sumOf(figures: ReadonlyMap<string, number>, prefix: string): number {
  return [...figures].reduce((sum, [name, value]) => (name.startsWith(prefix) ? sum + value : sum), 0);
}
