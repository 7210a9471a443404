import { trackRow } from '../support/rows.ts';

export const people = ['ann', 'ben'] as const;
export type Person = (typeof people)[number];
export type Actor = Person | 'guest';

export const config = { supabaseUrl: 'https://backend.test', publishableKey: 'key' };

type Body = Record<string, unknown>;

interface Session {
  person: Person;
  isRevoked: boolean;
}

export const ownerOf = (name: string): string => people.find((person) => name.includes(person)) ?? 'guest';

/** Each replica gets a floor of its own, by which a pull's `since` tells whose replica it is. */
const floors: Record<Actor, string> = { ann: '101', ben: '202', guest: '303' };

/** Answers both tabs, and checks that each request carries the token of the person whom it is about. */
export class Server {
  /** Requests that carried another person's token. */
  readonly foreignTokens: string[] = [];
  /** Number of checks. */
  checkedClaims = 0;
  /** Lifetime of a token, in seconds. Below the renewal margin, each use renews the session. */
  expiresIn: () => number = () => 3600;
  refusesRenewal: () => boolean = () => false;

  private readonly sessions = new Map<string, Session>();
  private tokenCount = 0;

  answer(url: URL, headers: Headers, body: Body): Response {
    const bearer = headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const session = this.sessions.get(bearer);
    if (url.pathname === '/auth/v1/token') return this.signIn(body);
    if (url.pathname === '/auth/v1/logout') {
      if (session) session.isRevoked = true;
      return new Response(null, { status: 204 });
    }
    if (url.pathname.endsWith('/validate-beta-passcode'))
      return Response.json({ success: true, session_token: 'beta', expires_at: '2999-01-01T00:00:00.000Z' });
    const actor: Actor = session?.person ?? 'guest';
    for (const claim of claims(url, headers, body)) {
      this.checkedClaims += 1;
      if (claim.owner !== actor)
        this.foreignTokens.push(`${claim.subject} of ${claim.owner} with the token of ${actor}`);
    }
    if (session?.isRevoked)
      return Response.json({ code: 401, error_code: 'bad_jwt', msg: 'invalid JWT' }, { status: 401 });
    return this.serve(url, body, actor);
  }

  private signIn(body: Body): Response {
    const refresh = textOf(body['refresh_token']);
    const previous = this.sessions.get(refresh);
    if (refresh !== '' && (!previous || previous.isRevoked || this.refusesRenewal()))
      return Response.json({ error_code: 'refresh_token_not_found', msg: 'gone' }, { status: 400 });
    const person = previous?.person ?? people.find((person) => textOf(body['email']).startsWith(person));
    if (!person) return Response.json({ error_code: 'invalid_credentials', msg: 'who?' }, { status: 400 });
    const session = previous ?? { person, isRevoked: false };
    this.tokenCount += 1;
    const tokens = { access_token: `access ${this.tokenCount}`, refresh_token: `refresh ${this.tokenCount}` };
    for (const token of Object.values(tokens)) this.sessions.set(token, session);
    const user = { id: person, email: `${person}@example.com`, aud: '', created_at: '' };
    return Response.json({
      ...tokens,
      token_type: 'bearer',
      expires_in: this.expiresIn(),
      user: { ...user, app_metadata: {}, user_metadata: {} },
    });
  }

  private serve({ pathname }: URL, body: Body, actor: Actor): Response {
    const rows = [{ t: 'tracks', row: trackRow(`song of ${actor}`) }];
    switch (pathname.split('/').slice(3).join('/')) {
      case 'rpc/get_leaderboard_place':
        return Response.json({ rank: rankOf(actor), total_zaps_earned: 0 });
      case 'rpc/purchase_store_item':
        return Response.json({ success: true, message: '', cost: 1, item_name: '', new_balance: 0 });
      case 'rpc/first_screen':
        return Response.json({
          rows,
          total: 1,
          server_time: 'now',
          epoch: `epoch of ${actor}`,
          floor: '1',
          mark: null,
        });
      case 'rpc/sync_push': {
        const results = idsOf(body['p_actions']).map((id) => ({ id, status: 'applied', result: {} }));
        return Response.json({ results, server_time: 'now' });
      }
      case 'rpc/sync_pull': {
        const { pending, since } = body['p'] as { pending: string[]; since: string };
        const acks = pending.map((id) => ({ id, status: 'applied', result: {} }));
        const page = {
          epoch: `epoch of ${actor}`,
          floor: floors[actor],
          gone: [],
          acks,
          next: null,
          server_time: 'now',
        };
        return Response.json({ ...page, rows: since === '0' ? rows : [] });
      }
      case 'upload/resumable':
        return new Response(null, { status: 201, headers: { location: `${pathname}/${actor}` } });
      case `upload/resumable/${actor}`:
        return new Response(null, { status: 204, headers: { 'upload-offset': '4' } });
      default:
        return Response.json(null);
    }
  }
}

export const rankOf = (actor: string): number => people.findIndex((person) => person === actor) + 1;

/**
 * The persons whom a request is about. A first pull names none; `expectOnlyOwnData` checks the epoch of the replica that stored the response of
 * that pull.
 */
function claims(url: URL, headers: Headers, body: Body): { subject: string; owner: string }[] {
  const name = url.pathname.split('/').at(-1);
  if (name === 'purchase_store_item') return [{ subject: 'a purchase', owner: textOf(body['item_id']) }];
  if (name === 'sync_push')
    return (body['p_actions'] as { payload: Body }[]).map(({ payload }) => ({
      subject: 'an action',
      owner: ownerOf(textOf(payload['bio'] ?? payload['avatar_url'])),
    }));
  if (name === 'sync_pull') {
    const { epoch, since, pending } = body['p'] as { epoch: string | null; since: string; pending: string[] };
    const from = (Object.keys(floors) as Actor[]).find((actor) => floors[actor] === since);
    return [
      ...(epoch === null ? [] : [{ subject: 'a pull into the replica', owner: epoch.replace('epoch of ', '') }]),
      ...(from === undefined ? [] : [{ subject: 'a pull from the cursor', owner: from }]),
      ...pending
        .filter((id) => id.includes(' '))
        .map((id) => ({ subject: 'a request for an acknowledgement', owner: ownerOf(id) })),
    ];
  }
  if (name === 'resumable') {
    const path = /objectName (\S+?)(,|$)/.exec(headers.get('upload-metadata') ?? '')?.[1] ?? '';
    return [{ subject: 'the start of an upload', owner: ownerOf(atob(path)) }];
  }
  if (url.pathname.includes('/upload/resumable/'))
    return [{ subject: 'a part of an upload', owner: ownerOf(name ?? '') }];
  return [];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const idsOf = (actions: unknown): string[] => (actions as { id: string }[]).map(({ id }) => id);
