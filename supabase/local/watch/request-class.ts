import { readdirSync } from 'node:fs';
import type postgres from 'postgres';
import { procedureIn } from '../lite/procedures.ts';

/** The parts of the server: the values of `door` in metrics and in the request log. `none` is a request that no part answers. */
export type ServerPart =
  | 'app'
  | 'auth'
  | 'config'
  | 'errors'
  | 'functions'
  | 'health'
  | 'mailbox'
  | 'metrics'
  | 'none'
  | 'radio'
  | 'realtime'
  | 'rest'
  | 'storage';

/** Names the action of a request; empty for a part with a single action. The set of names is fixed, whatever clients send. */
export type ActionOf = (door: ServerPart, method: string, url: URL) => string;

const OTHER = 'other';
const authActions = new Set([
  'admin',
  'logout',
  'magiclink',
  'otp',
  'recover',
  'resend',
  'signup',
  'token',
  'user',
  'verify',
]);
const grants = new Map([
  ['password', 'token password'],
  ['refresh_token', 'token refresh'],
]);

/** @param procedures the procedures that `rpc` actions name; all others become `other` */
export function createActionOf(procedures: ReadonlySet<string>): ActionOf {
  const functions = new Set(readdirSync(new URL('../../functions/', import.meta.url)));
  return (door, method, url) => {
    const path = url.pathname;
    const isRead = method === 'GET' || method === 'HEAD';
    if (method === 'OPTIONS') return 'preflight';
    if (door === 'rest') {
      const procedure = procedureIn(path);
      if (procedure === null) return isRead ? 'read' : 'write';
      return `rpc ${procedures.has(procedure) ? procedure : OTHER}`;
    }
    if (door === 'auth') return authAction(path, url.searchParams.get('grant_type') ?? '');
    if (door === 'storage') return storageAction(path, method, isRead);
    if (door === 'functions') return known(functions, path.split('/')[3]);
    if (door === 'radio') return radioAction(path);
    if (door === 'app') return path.startsWith('/assets/') ? 'asset' : 'page';
    return door === 'realtime' ? 'socket' : '';
  };
}

/** The names of all functions in the schema `public`. */
export async function readProcedures(sql: postgres.Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace`;
  return new Set(rows.map(({ name }) => name));
}

const known = (names: ReadonlySet<string>, name = ''): string => (names.has(name) ? name : OTHER);

function authAction(path: string, grant: string): string {
  const action = known(authActions, path.split('/')[3]);
  return action === 'token' ? (grants.get(grant) ?? action) : action;
}

function storageAction(path: string, method: string, isRead: boolean): string {
  const rest = path.slice('/storage/v1/'.length);
  if (rest.startsWith('upload/resumable')) return 'resumable upload';
  if (/^(?:object|render\/image)\/public\//.test(rest)) return 'read public';
  if (/^object\/(?:list|copy|move|info)\b/.test(rest)) return /^object\/(\w+)/.exec(rest)?.[1] ?? OTHER;
  if (rest.startsWith('object/upload/sign/')) return method === 'PUT' ? 'upload' : 'sign';
  if (rest.startsWith('object/sign/')) return isRead ? 'read private' : 'sign';
  if (!rest.startsWith('object/')) return OTHER;
  if (method === 'DELETE') return 'remove';
  return isRead ? 'read private' : 'upload';
}

function radioAction(path: string): string {
  if (path.endsWith('.mp3')) return 'stream';
  return path.endsWith('.m3u') ? 'playlist' : 'now playing';
}
