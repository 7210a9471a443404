import { createHmac } from 'node:crypto';
import type { TestStack } from '../../../supabase/local/test-stack.ts';
import { type HttpCaller, httpCaller } from '../../../supabase/tests/http-caller.ts';
import type { Scene } from '../../../supabase/tests/matrix/scene.ts';

export interface Attacker {
  readonly caller: HttpCaller;
  /** The account's id; null without an account, or with a deleted one. */
  readonly account: string | null;
  readonly victim: string;
  /** 'blocked': the victim must receive nothing from the caller. 'silenced': nobody may receive anything from the caller. */
  readonly muted: 'blocked' | 'silenced' | null;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const HOUR_S = 3600;

function tokenOf(claims: Readonly<Record<string, unknown>>, secret: string | null): string {
  const text = `${encode({ alg: secret === null ? 'none' : 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${secret === null ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`;
}

export async function createAttackers(
  { stack, createUser, createAdmin }: TestStack,
  scene: Scene,
): Promise<Attacker[]> {
  const { ids, callers } = scene;
  const silenced = await createUser();
  const { error } = await createAdmin().rpc('set_account_silenced', { p_account_id: silenced.id, p_is_silenced: true });
  if (error) throw error;

  const now = Math.floor(Date.now() / 1000);
  const ofOwner = { sub: ids.owner, role: 'authenticated', aud: 'authenticated', iat: now - HOUR_S };
  const validClaims = { ...ofOwner, exp: now + HOUR_S };
  const operator = { role: 'service_role', exp: now + HOUR_S };
  const { jwtSecret } = stack.keys;
  const invalidTokens: Readonly<Record<string, string>> = {
    'expired token': tokenOf({ ...ofOwner, exp: now - 60 }, jwtSecret),
    'token signed by somebody else': tokenOf(validClaims, 'x'.repeat(64)),
    'unsigned token': tokenOf(validClaims, null),
    'unsigned token of the operator': tokenOf(operator, null),
    'broken token': tokenOf(validClaims, jwtSecret).slice(0, -2),
    'no token': 'null',
  };

  const person = (caller: HttpCaller, account: string, muted: Attacker['muted'] = null): Attacker => ({
    caller,
    account,
    victim: account === ids.owner ? ids.other : ids.owner,
    muted,
  });
  const stranger = (caller: HttpCaller): Attacker => ({ caller, account: null, victim: ids.owner, muted: null });
  return [
    person(callers.owner, ids.owner),
    person(callers.connected, ids.connected),
    person(callers.pending, ids.pending),
    person(callers.declined, ids.declined, 'blocked'),
    person(callers.other, ids.other),
    person(httpCaller(stack, { ...silenced, name: 'silenced' }), silenced.id, 'silenced'),
    stranger(callers.anonymous),
    stranger(callers.guest),
    stranger(callers.former),
    ...Object.entries(invalidTokens).map(([name, token]) => stranger(httpCaller(stack, { name, token }))),
  ];
}
