import { tables } from '../../../supabase/tests/matrix/cells.ts';
import type { Difference } from '../../../supabase/tests/matrix/backup.ts';
import { derived } from '../../../supabase/tests/matrix/try-request.ts';
import type { Attacker } from './attackers.ts';
import type { Attempt } from './attempt.ts';

/** Tables that clients cannot write directly: ZAPs are earned and spent through procedures. */
const procedureOnlyTables = new Set([
  'zap_actions',
  'user_balances',
  'user_days',
  'user_stats',
  'zap_weeks',
  'track_plays',
  'track_votes',
]);
/** Columns of a track that other people's plays, votes and sponsorships change. */
const aggregateColumns = new Set(['play_count', 'total_votes', 'average_vote_rating', 'sponsored', 'sponsored_at']);
/** Rewards that a table write may earn: completing the profile is rewarded, also by a direct write. */
const rewards = new Set(['profile_creation']);
/** Tables with rows about callers without an account: their attempts at the passcode. */
const passcodeTables = new Set(['public.beta_attempts']);
/** Tables whose rows reach other people. */
const outgoingTables = new Set(['public.messages', 'public.connections', 'public.tracks', 'public.shared_tracks']);

/** Descriptions of the rules that this difference breaks. */
export function brokenRules(difference: Difference, attacker: Attacker, attempt: Attempt): string[] {
  const { table, kind, row, columns } = difference;
  const { account, muted, victim } = attacker;
  if (derived.includes(table) || passcodeTables.has(table)) return [];
  if (account === null) return ['changes something without an account'];
  const broken: string[] = [];
  const name = table.replace('public.', '');
  const isAggregate =
    table === 'public.tracks' && kind === 'update' && columns.every((column) => aggregateColumns.has(column));
  if (!isOf(table, row, account) && !(isAggregate && attempt.kind !== 'table')) broken.push('changes rows of others');
  const [author] = tables[name]?.of ?? [];
  if (kind === 'insert' && author !== undefined && row[author] !== account)
    broken.push('writes in the name of another');
  if (table === 'public.connections' && setsStatus(difference, 'accepted') && row['connection_id'] !== account)
    broken.push('accepts in the name of another');
  if (attempt.kind === 'table') {
    const isReward = name === 'zap_actions' && kind === 'insert' && rewards.has(String(row['action_type']));
    const changesNumbers =
      procedureOnlyTables.has(name) || (name === 'tracks' && columns.some((column) => aggregateColumns.has(column)));
    if (changesNumbers && !isReward && !isMissingBalance(difference))
      broken.push('changes a number without a procedure');
  }
  if (muted === 'silenced' && outgoingTables.has(table) && kind === 'insert')
    broken.push('reaches others though silenced');
  if (muted === 'blocked' && kind === 'insert' && isAddressedTo(row, victim))
    broken.push('reaches a person who blocked it');
  return broken;
}

/** Whether the row belongs to this account: by its owner columns, or outside the public tables by containing the id. */
function isOf(table: string, row: Difference['row'], account: string): boolean {
  const columns = table.startsWith('public.') ? tables[table.replace('public.', '')]?.of : undefined;
  return columns ? columns.some((column) => row[column] === account) : JSON.stringify(row).includes(account);
}

const setsStatus = ({ kind, row, columns }: Difference, status: string) =>
  row['status'] === status && (kind === 'insert' || columns.includes('status'));

/** A missing balance may be inserted with the ledger's sums; the specification allows that. */
const isMissingBalance = ({ table, kind }: Difference) => table === 'public.user_balances' && kind === 'insert';

/** A message or a request to this person. */
const isAddressedTo = (row: Difference['row'], person: string) =>
  row['receiver_id'] === person || row['connection_id'] === person;
