import { trackRow } from '../support/rows.ts';

export const people = ['ann', 'ben'] as const;
export type Person = (typeof people)[number];
export type Who = Person | 'guest';

export const config = { supabaseUrl: 'https://backend.test', publishableKey: 'key' };

type Body = Record<string, unknown>;

interface Session {
  person: Person;
  isOver: boolean;
}

/** The owner of a thing is part of its name: `song of ann`, `ann 3`, `ann/face.jpg`. */
export const ownerOf = (name: string): string => people.find((one) => name.includes(one)) ?? 'guest';

/** The pull floor of each person: a request from this floor concerns that person's replica. */
const floors: Record<Who, string> = { ann: '101', ben: '202', guest: '303' };

/**
 * The backend of two people and the guest. It answers by token, and checks the token against the owner of the action,
 * replica or file in the request.
 */
export class Server {
  /** Requests with another person's token. */
  readonly strangers: string[] = [];
  /** Number of checked claims. */
  judged = 0;
  /** Lifetime of new sessions, in seconds. Below the renewal margin, each use renews the session. */
  expiresIn: () => number = () => 3600;
  /** Whether the next renewal is refused. */
  refusesRenewal: () => boolean = () => false;

  private readonly sessions = new Map<string, Session>();
  private made = 0;

  answer(url: URL, headers: Headers, body: Body): Response {
    const bearer = headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const session = this.sessions.get(bearer);
    if (url.pathname === '/auth/v1/token') return this.signIn(body);
    if (url.pathname === '/auth/v1/logout') {
      if (session) session.isOver = true;
      return new Response(null, { status: 204 });
    }
    if (url.pathname.endsWith('/validate-beta-passcode'))
      return Response.json({ success: true, session_token: 'beta', expires_at: '2999-01-01T00:00:00.000Z' });
    const who: Who = session?.person ?? 'guest';
    for (const claim of claims(url, headers, body)) {
      this.judged += 1;
      if (claim.of !== who) this.strangers.push(`${claim.what} of ${claim.of} with the token of ${who}`);
    }
    if (session?.isOver)
      return Response.json({ code: 401, error_code: 'bad_jwt', msg: 'invalid JWT' }, { status: 401 });
    return this.serve(url, body, who);
  }

  private signIn(body: Body): Response {
    const refresh = textOf(body['refresh_token']);
    const before = this.sessions.get(refresh);
    if (refresh !== '' && (!before || before.isOver || this.refusesRenewal()))
      return Response.json({ error_code: 'refresh_token_not_found', msg: 'gone' }, { status: 400 });
    const person = before?.person ?? people.find((one) => textOf(body['email']).startsWith(one));
    if (!person) return Response.json({ error_code: 'invalid_credentials', msg: 'who?' }, { status: 400 });
    const session = before ?? { person, isOver: false };
    this.made += 1;
    const tokens = { access_token: `access ${this.made}`, refresh_token: `refresh ${this.made}` };
    for (const token of Object.values(tokens)) this.sessions.set(token, session);
    const user = { id: person, email: `${person}@example.com`, aud: '', created_at: '' };
    return Response.json({
      ...tokens,
      token_type: 'bearer',
      expires_in: this.expiresIn(),
      user: { ...user, app_metadata: {}, user_metadata: {} },
    });
  }

  private serve({ pathname }: URL, body: Body, who: Who): Response {
    const rows = [{ t: 'tracks', row: trackRow(`song of ${who}`) }];
    switch (pathname.split('/').slice(3).join('/')) {
      case 'rpc/get_leaderboard_place':
        return Response.json({ rank: rankOf(who), total_zaps_earned: 0 });
      case 'rpc/purchase_store_item':
        return Response.json({ success: true, message: '', cost: 1, item_name: '', new_balance: 0 });
      case 'rpc/first_screen':
        return Response.json({ rows, total: 1, server_time: 'now' });
      case 'rpc/sync_push': {
        const results = idsOf(body['p_actions']).map((id) => ({ id, status: 'applied', result: {} }));
        return Response.json({ results, server_time: 'now' });
      }
      case 'rpc/sync_pull': {
        const { pending, since } = body['p'] as { pending: string[]; since: string };
        const acks = pending.map((id) => ({ id, status: 'applied', result: {} }));
        const page = { epoch: `epoch of ${who}`, floor: floors[who], gone: [], acks, next: null, server_time: 'now' };
        return Response.json({ ...page, rows: since === '0' ? rows : [] });
      }
      case 'upload/resumable':
        return new Response(null, { status: 201, headers: { location: `${pathname}/${who}` } });
      case `upload/resumable/${who}`:
        return new Response(null, { status: 204, headers: { 'upload-offset': '4' } });
      default:
        return Response.json(null);
    }
  }
}

export const rankOf = (who: string): number => people.findIndex((one) => one === who) + 1;

/** The owners that a request names. A first pull names none; it is judged by where its answer is stored. */
function claims(url: URL, headers: Headers, body: Body): { what: string; of: string }[] {
  const name = url.pathname.split('/').at(-1);
  if (name === 'purchase_store_item') return [{ what: 'a purchase', of: textOf(body['item_id']) }];
  if (name === 'sync_push')
    return (body['p_actions'] as { payload: Body }[]).map(({ payload }) => ({
      what: 'an action',
      of: ownerOf(textOf(payload['bio'] ?? payload['avatar_url'])),
    }));
  if (name === 'sync_pull') {
    const { epoch, since, pending } = body['p'] as { epoch: string | null; since: string; pending: string[] };
    const from = (Object.keys(floors) as Who[]).find((who) => floors[who] === since);
    return [
      ...(epoch === null ? [] : [{ what: 'a pull into the replica', of: epoch.replace('epoch of ', '') }]),
      ...(from === undefined ? [] : [{ what: 'a pull from the place', of: from }]),
      ...pending
        .filter((id) => id.includes(' '))
        .map((id) => ({ what: 'a question after an action', of: ownerOf(id) })),
    ];
  }
  if (name === 'resumable') {
    const path = /objectName (\S+?)(,|$)/.exec(headers.get('upload-metadata') ?? '')?.[1] ?? '';
    return [{ what: 'the beginning of a file', of: ownerOf(atob(path)) }];
  }
  if (url.pathname.includes('/upload/resumable/')) return [{ what: 'a part of a file', of: ownerOf(name ?? '') }];
  return [];
}

/** Anything that is not a string becomes an empty one. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const idsOf = (actions: unknown): string[] => (actions as { id: string }[]).map(({ id }) => id);
