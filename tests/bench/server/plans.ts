import postgres from 'postgres';
import type { Case } from './case.ts';
import { connect } from './database.ts';
import { type Side, runSide } from './session.ts';

export interface Plan {
  readonly query: string;
  readonly text: string;
  readonly ms: number;
}

/**
 * Returns the plans of one side of a case, the slowest first. Includes nested statements and triggers. Equal statements appear once, with
 * their last run.
 */
export async function plansOf(url: string, listener: string, each: Case, side: Side): Promise<Plan[]> {
  const plans = new Map<string, Plan>();
  const sql = connect(url, (notice) => {
    const plan = parsePlan(notice);
    if (plan !== null) plans.set(plan.query, plan);
  });
  try {
    // Prepared statements settle on a plan at the sixth run.
    for (let round = 0; round < 6; round += 1) await runSide(sql, listener, each, side, 100_000 + round);
    await sql.unsafe(`load 'auto_explain'`);
    await runSide(sql, listener, each, side, 200_000, async (tx) => {
      await tx.unsafe(`
        set local client_min_messages = log; set local auto_explain.log_min_duration = 0;
        set local auto_explain.log_analyze = on; set local auto_explain.log_buffers = on;
        set local auto_explain.log_nested_statements = on; set local auto_explain.log_timing = on`);
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
  if (each.effects !== undefined) plans.delete(onOneLine(each.effects));
  return [...plans.values()]
    .filter((plan) => /\bScan\b|\bInsert\b|\bUpdate\b/.test(plan.text))
    .sort((a, b) => b.ms - a.ms);
}

const onOneLine = (sql: string) => sql.replace(/\s+/g, ' ').trim();

function parsePlan(notice: postgres.Notice): Plan | null {
  const found =
    /^duration: ([\d.]+) ms\s+plan:\nQuery Text: ([\s\S]*?)\n((?:Query Parameters|\S.*\(cost=)[\s\S]*)$/.exec(
      notice['message'] ?? '',
    );
  const [, duration, query, text] = found ?? [];
  if (duration === undefined || query === undefined || text === undefined) return null;
  return { query: onOneLine(query), text, ms: Number(duration) };
}

/** The largest of the tables that grow with the history or the number of people. A full scan of them would become slow. */
const BIG_TABLES = [
  'tracks',
  'user_profiles',
  'user_balances',
  'user_stats',
  'track_plays',
  'zap_actions',
  'action_log',
  'messages',
  'connections',
  'shared_tracks',
  'track_votes',
  'zap_weeks',
  'user_days',
  'users',
];

export function summarise(plans: readonly Plan[]): { indexes: string[]; fullScans: string[] } {
  const ran = plans.flatMap(({ text }) => text.split('\n')).filter((line) => !line.includes('(never executed)'));
  const names = (pattern: RegExp) => [...new Set(ran.flatMap((line) => pattern.exec(line)?.[1] ?? []))].sort();
  return {
    indexes: names(/Index(?: Only)? Scan (?:Backward )?(?:using|on) (\w+)/),
    // A partition counts as its table.
    fullScans: names(/Seq Scan on (?:\w+\.)?(\w+)/).filter((table) =>
      BIG_TABLES.includes(table.replace(/_(default|\d{4}_\d\d)$/, '')),
    ),
  };
}
