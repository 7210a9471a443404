import postgres from 'postgres';
import * as z from 'zod/mini';
import { runningDatabaseUrl } from '../running-database.ts';
import { StartError, reasonOf } from '../start-error.ts';

const help = `npm run operator -- grant EMAIL
  Makes the account with this e-mail an operator, who moderates at /operator.
npm run operator -- revoke EMAIL
  Takes the role away, at once.
npm run operator -- list
  Prints the operators.
Environment: DATABASE_URL (the running server's database), UNDERCURRENT_DATA (.undercurrent)`;

const answers = {
  done: { grant: 'is an operator now, and finds the page at /operator.', revoke: 'is no longer an operator.' },
  unchanged: { grant: 'is an operator already.', revoke: 'is not an operator.' },
  missing: 'has no account here. Ask the person to sign up, then run this again.',
  unconfirmed: 'has not been confirmed. Ask the person to open the link in the sign-up mail, then run this again.',
} as const;
const answerSchema = z.enum(['done', 'unchanged', 'missing', 'unconfirmed']);

/** Grants and revokes the role of operator. Resolves with the exit code. */
export async function runOperatorCommand(
  [command, email, ...more]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const isChange = (command === 'grant' || command === 'revoke') && email !== undefined && more.length === 0;
  if (!isChange && !(command === 'list' && email === undefined)) {
    console.log(help);
    return command === '--help' ? 0 : 2;
  }
  try {
    const sql = postgres(runningDatabaseUrl(env), { max: 1, connect_timeout: 10, onnotice: () => undefined });
    try {
      return isChange ? await setOperator(sql, command, email) : await listOperators(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  } catch (error) {
    console.error(error instanceof StartError ? error.message : explain(error));
    return 1;
  }
}

async function setOperator(sql: postgres.Sql, command: 'grant' | 'revoke', email: string): Promise<number> {
  const [row] = await sql`select private.set_operator(${email}, ${command === 'grant'}) as answer`;
  const answer = answerSchema.parse(row?.['answer']);
  const words = answers[answer];
  console.log(`${email} ${typeof words === 'string' ? words : words[command]}`);
  return typeof words === 'string' ? 1 : 0;
}

async function listOperators(sql: postgres.Sql): Promise<number> {
  const rows = await sql<{ email: string; granted_at: Date }[]>`
    select u.email, o.granted_at from private.operators o join auth.users u on u.id = o.user_id order by o.granted_at`;
  if (rows.length === 0) console.log('There are no operators. Grant the role with: npm run operator -- grant EMAIL');
  for (const { email, granted_at } of rows) console.log(`${email}, since ${granted_at.toISOString().slice(0, 10)}`);
  return 0;
}

function explain(error: unknown): string {
  const code: unknown = Object(error).code;
  if (code === 'ECONNREFUSED' || code === 'CONNECT_TIMEOUT' || code === 'CONNECTION_CLOSED')
    return 'The database does not answer. Start the server with npm start, then run this again. Nothing was changed.';
  if (code === '42883' || code === '3F000')
    return 'The database is of an earlier version. Start this version with npm start once, then run this again.';
  return `It failed: ${reasonOf(error)}. Nothing was changed.`;
}
