import { openTestStack } from '../../../supabase/local/test-stack.ts';
import { type Backup, makeBackup } from '../../../supabase/tests/matrix/backup.ts';
import { setScene } from '../../../supabase/tests/matrix/scene.ts';
import { type ChangeWatch, watchChanges } from '../../../supabase/tests/watch-changes.ts';
import { checkLedger } from '../invariants.ts';
import type { Report } from '../report.ts';
import { createAttackers, type Attacker } from './attackers.ts';
import type { Attempt } from './attempt.ts';
import { callAttempts } from './call-attempts.ts';
import { fileAttempts, functionAndAccountAttempts } from './file-attempts.ts';
import { brokenRules } from './rules.ts';
import { listenToAll } from './listen.ts';
import { plantSecrets, type Secrets } from './secrets.ts';
import { tableAttempts } from './table-attempts.ts';
import { readWorld } from './world.ts';

/** Tables of which a secret must reach a permitted reader: otherwise the test proves nothing. */
const secretTables = [
  'tracks',
  'user_profiles',
  'messages',
  'zap_actions',
  'connections',
  'track_plays',
  'track_votes',
  'blocks',
  'favourites',
  'playlists',
  'playlist_likes',
  'playlist_tracks',
  'releases',
];

type Outcome = 'refused' | 'without effect' | 'with an effect of their own';

/**
 * Sends every attempt of every attacker, searches each response for other people's secrets, and restores the database after
 * each change.
 */
export async function tryRoles(): Promise<Report> {
  const test = await openTestStack({ app: ({ res }) => void res.end('the app') });
  const faults = new Map<string, number>();
  const outcomes = new Map<Outcome, number>();
  let attempts = 0;
  const lines: string[] = [];
  try {
    const scene = await setScene(test);
    const attackers = await createAttackers(test, scene);
    const world = await readWorld(test, scene);
    const secrets = await plantSecrets(test.sql, scene);
    const listened = await listenToAll(test, attackers, secrets);
    for (const fault of listened.faults) faults.set(fault, 1);
    const backup = await makeBackup(test.sql);
    const watch = await watchChanges(test.sql);
    await watch.takeChanges();
    for (const attacker of attackers) {
      for (const list of [tableAttempts, callAttempts, fileAttempts, functionAndAccountAttempts]) {
        for (const attempt of list(world, attacker)) {
          const { outcome, broken } = await tryAttempt(attacker, attempt, { secrets, backup, watch });
          attempts += 1;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          for (const rule of broken) {
            const fault = `${attacker.caller.name}: ${attempt.label}: ${rule}`;
            faults.set(fault, (faults.get(fault) ?? 0) + 1);
          }
        }
      }
    }
    for (const table of secretTables)
      if (!secrets.delivered.has(table)) faults.set(`nobody received a secret of ${table}: nothing is proven`, 1);
    await watch.stop();
    const ledger = await checkLedger(test.sql);
    for (const fault of ledger.faults) faults.set(fault, 1);
    lines.push(
      `${attackers.length} roles at ${world.shapes.size} tables and views, ${world.procedures.length} procedures, ` +
        `${world.kinds.length} kinds of actions, ${world.buckets.length} buckets, ${world.functions.length} functions: ` +
        `${attempts} attempts`,
      ...[...outcomes].map(([outcome, count]) => `${outcome}: ${count}`),
      `listening, all of them received ${listened.changes} changes`,
      ledger.line,
    );
  } finally {
    await test.close();
  }
  return { lines, faults: [...faults].map(([fault, times]) => (times > 1 ? `${fault} (${times} times)` : fault)) };
}

interface AttemptContext {
  readonly secrets: Secrets;
  readonly backup: Backup;
  readonly watch: ChangeWatch;
}

async function tryAttempt(
  attacker: Attacker,
  attempt: Attempt,
  { secrets, backup, watch }: AttemptContext,
): Promise<{ readonly outcome: Outcome; readonly broken: string[] }> {
  const { status, text } = await send(attacker, attempt);
  const touched = [...new Set((await watch.takeChanges()).map((change) => change.split(' ')[1] ?? ''))];
  const differences = touched.length > 0 ? await backup.differences(touched) : [];
  if (touched.length > 0) {
    await backup.restore(touched);
    await watch.takeChanges();
  }
  const broken = differences.flatMap((difference) =>
    brokenRules(difference, attacker, attempt).map((rule) =>
      `${rule}: ${difference.kind} ${difference.table} ${difference.columns.join()}`.trim(),
    ),
  );
  const revealedTables = secrets.revealedTables(attacker.account, attempt.path + textOfBody(attempt.body), text);
  broken.push(...revealedTables.map((table) => `reveals private rows of ${table}`));
  if (status >= 500) broken.push(`the server answers ${status} ${text.slice(0, 200)}`);
  if (attempt.mustFail && status < 400 && text !== '[]') broken.push(`is accepted: ${status} ${text.slice(0, 200)}`);
  const hasEffect = differences.length > 0;
  return { outcome: status >= 400 ? 'refused' : hasEffect ? 'with an effect of their own' : 'without effect', broken };
}

const textOfBody = (body: unknown) => (body instanceof Uint8Array ? '' : (JSON.stringify(body) ?? ''));

async function send({ caller }: Attacker, { method, path, headers, body }: Attempt) {
  const isBytes = body instanceof Uint8Array;
  const response = await caller.fetch(path, {
    method,
    headers: { ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
