import type postgres from 'postgres';
import { readVersion } from '../app/read-version.ts';
import type { StackKeys } from '../keys.ts';
import { reasonOf } from '../start-error.ts';
import { originFor, type PublicAddress } from './public-address.ts';
import { sendJson } from './respond.ts';
import type { Exchange } from './router.ts';

export async function answerHealth({ res, blame }: Exchange, sql: postgres.Sql): Promise<void> {
  try {
    await sql`select 1`;
    sendJson(res, 200, { status: 'ok', release: readVersion() });
  } catch (error) {
    blame(reasonOf(error));
    sendJson(res, 503, { status: 'the database does not answer' });
  }
}

/** Answers the app's request for its configuration: where the services of this server are. */
export function answerConfig(
  { req, res }: Exchange,
  publicAddress: PublicAddress,
  keys: StackKeys,
  radioUrl: string | null,
): void {
  const origin = originFor(req, publicAddress);
  const config = {
    supabaseUrl: origin,
    publishableKey: keys.publishableKey,
    radioUrl: radioUrl ?? `${origin}/radio`,
    version: readVersion(),
  };
  sendJson(res, 200, config, { 'cache-control': 'no-cache', vary: 'host' });
}
