import { findBrokenInvariants } from './invariants.ts';
import type { KillableStack } from './killable-stack.ts';
import type { Accepted } from './people.ts';

/**
 * Finds accepted actions and files that are gone, and broken invariants. The slot limit does not apply to `artists`, whose
 * tracks were inserted directly.
 */
export async function findLosses(
  stack: KillableStack,
  accepted: readonly Accepted[],
  artists: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  await stack.withDatabase(async (sql) => {
    const logged = await sql`select action_id from public.action_log where status = 'applied'`;
    const appliedIds = new Set(logged.map((row) => String(row['action_id'])));
    for (const { actions } of accepted)
      for (const id of actions) if (!appliedIds.has(id)) faults.push(`the accepted action ${id} is lost`);
    faults.push(...(await findBrokenInvariants(sql, artists)));
  });
  for (const { files } of accepted)
    for (const [path, bytes] of files) {
      const response = await fetch(`${stack.url}/storage/v1/object/public/${path}`);
      const { length } = new Uint8Array(await response.arrayBuffer());
      if (response.status !== 200 || length !== bytes)
        faults.push(`the accepted file ${path} answers ${response.status} with ${length} of ${bytes} bytes`);
    }
  return faults;
}
