import { randomInt } from 'node:crypto';
import postgres from 'postgres';
import type { Tally } from '../simulation/tally.ts';
import { DEVICE_APPLICATION } from './sql-transport.ts';

/** Changes an owner's tracks and profile. Transactions stay open across sleeps, so that many overlap. Some roll back or kill their backend. */
export async function writeUntil(
  isOver: () => boolean,
  url: string,
  owner: string,
  tracks: readonly string[],
  tally: Tally,
): Promise<void> {
  let client = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  const one = () => tracks[randomInt(tracks.length)] ?? '';
  const changes = [
    () => `update public.tracks set title = 'Title ${randomInt(1e6)}' where id = '${one()}';`,
    () => `update public.tracks set is_public = not is_public where id = '${one()}';`,
    () => `update public.tracks set deleted_at = private.now() where id = '${one()}';`,
    () => `update public.tracks set deleted_at = null where id = '${one()}';`,
    () => `update public.user_profiles set privacy_setting =
             case privacy_setting when 'public' then 'friends_only' else 'public' end where id = '${owner}';`,
  ];
  while (!isOver()) {
    const statements = Array.from(
      { length: randomInt(1, 6) },
      () => `${changes[randomInt(changes.length)]?.() ?? ''} select pg_sleep(${randomInt(15) / 1000});`,
    );
    const end = randomInt(8);
    const last = end === 0 ? 'rollback;' : end === 1 ? 'select pg_terminate_backend(pg_backend_pid());' : 'commit;';
    tally.add(end === 0 ? 'writers that rolled back' : end === 1 ? 'writers killed' : 'writers committed');
    await client
      .unsafe(`begin; ${statements.join('\n')} ${last}`)
      .simple()
      .catch(async () => {
        await client.end({ timeout: 0 });
        client = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
      });
  }
  await client.end({ timeout: 1 });
}

/** Kills a backend of a device, every 30 ms. */
export async function killUntil(isOver: () => boolean, sql: postgres.Sql, tally: Tally): Promise<void> {
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    const killed = await sql`
      select pg_terminate_backend(pid) from (
        select a.pid from pg_catalog.pg_stat_activity a
        where a.datname = current_database() and a.application_name = ${DEVICE_APPLICATION} and a.state = 'active'
        order by random() limit 1
      ) victim`;
    tally.add('backends killed from outside', killed.length);
  }
}
