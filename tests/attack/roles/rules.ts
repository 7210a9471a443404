import { tables } from '../../../supabase/tests/matrix/cells.ts';
import type { Difference } from '../../../supabase/tests/matrix/backup.ts';
import { isDerived } from '../../../supabase/tests/matrix/try-request.ts';
import type { Attacker } from './attackers.ts';
import type { Attempt } from './attempt.ts';

/** Tables that a direct write must not change: ZAPs are earned and spent through procedures only. */
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
/** Ledger lines that a direct write may cause: it may complete the profile, which is rewarded. */
const rewards = new Set(['profile_creation']);
/** Tables that a caller without an account may change: attempts at the passcode. */
const passcodeTables = new Set(['public.beta_attempts']);
/** Tables whose new rows reach other people. */
const outgoingTables = new Set(['public.messages', 'public.connections', 'public.tracks', 'public.shared_tracks']);

/** Names the rules that a committed change breaks. */
export function brokenRules(difference: Difference, attacker: Attacker, attempt: Attempt): string[] {
  const { table, kind, row, columns } = difference;
  const { account, muted, victim } = attacker;
  if (isDerived(difference) || passcodeTables.has(table)) return [];
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

/** Whether a row is the account's: by the table's owner columns; without these, the row must contain the id. */
function isOf(table: string, row: Difference['row'], account: string): boolean {
  const columns = table.startsWith('public.') ? tables[table.replace('public.', '')]?.of : undefined;
  return columns ? columns.some((column) => row[column] === account) : JSON.stringify(row).includes(account);
}

const setsStatus = ({ kind, row, columns }: Difference, status: string) =>
  row['status'] === status && (kind === 'insert' || columns.includes('status'));

/** The specification allows inserting a missing balance with the ledger's sums. */
const isMissingBalance = ({ table, kind }: Difference) => table === 'public.user_balances' && kind === 'insert';

const isAddressedTo = (row: Difference['row'], person: string) =>
  row['receiver_id'] === person || row['connection_id'] === person;
