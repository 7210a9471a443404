import * as z from 'zod/mini';

const found = z.looseObject({ tables: z.array(z.unknown()) });

/**
 * Lets a database that cannot be read be an error. lite takes it for an empty one, and would answer 404 to whatever is asked until it
 * looks again: a client would take that for a refusal.
 */
export function noticeAbsence(connection: object): void {
  const introspect: unknown = Reflect.get(connection, 'introspect');
  if (typeof introspect !== 'function') throw new Error('@supabase/lite 0.10 is expected to look what there is');
  Reflect.set(connection, 'introspect', async (...rest: unknown[]) => {
    const answer: unknown = await Reflect.apply(introspect, connection, rest);
    const parsed = found.safeParse(answer);
    if (parsed.success && parsed.data.tables.length > 0) return answer;
    throw Object.assign(new Error('The database cannot be read'), { code: 'DATABASE_AWAY' });
  });
}
